/** The rows behind an answer, without the columns that are empty. */
import { words } from '../../parts/badge.tsx';
import { When } from '../../parts/when.tsx';
import { capital } from './words.ts';

const A_TIME = /^\d{4}-\d{2}-\d{2}(T|$)/;

export function AnswerTable({ columns, rows }: { columns: readonly string[]; rows: readonly unknown[][] }) {
  const used = columns
    .map((column, index) => ({ column, index }))
    .filter(({ index }) => rows.some((row) => row[index] !== null && row[index] !== undefined));
  return (
    <table class="entries cards">
      <thead>
        <tr>
          {used.map(({ column }) => (
            <th key={column} scope="col">
              {capital(words(column))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, number) => (
          <tr key={number}>
            {used.map(({ column, index }) => (
              <td key={column} data-label={capital(words(column))}>
                <Cell value={row[index]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ value }: { value: unknown }) {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' && A_TIME.test(value)) return <When time={value} precise />;
  return <>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</>;
}
