/** The whole record as one plain document: what is printed, or saved as a PDF. Everything is drawn, because a printer does not scroll. */
import { Icon } from '../../parts/icon.tsx';
import { When } from '../../parts/when.tsx';
import type { Measurement, RecordView } from './record-data.ts';
import { entriesOf, NAME, SECTIONS, type Section } from './sections.tsx';
import { amount, rangeText, STANDINGS } from './words.ts';

type Props = { record: RecordView; measurements: Measurement[] };

export function PrintView({ record, measurements }: Props) {
  return (
    <div class="print-view">
      <p class="no-print">
        <button type="button" class="primary" onClick={() => print()}>
          <Icon name="record" size={18} /> Print, or save as PDF
        </button>
      </p>
      <Measured measurements={measurements} />
      {SECTIONS.filter(({ measured }) => !measured).map((section) => (
        <Printed key={section.id} section={section} record={record} />
      ))}
    </div>
  );
}

function Printed({ section, record }: { section: Section; record: RecordView }) {
  const entries = entriesOf(record, section);
  if (entries.length === 0) return null;
  const columns = [NAME, ...section.columns];
  return (
    <section>
      <h2>{section.title}</h2>
      <table>
        <thead>
          <tr>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              {columns.map(({ label, cell, text }) => (
                <td key={label}>{cell ? cell(entry) : text(entry)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Measured({ measurements }: { measurements: readonly Measurement[] }) {
  if (measurements.length === 0) return null;
  return (
    <section>
      <h2>Labs and observations: the latest values</h2>
      <table>
        <thead>
          <tr>
            {['Name', 'Value', 'Standing', 'Usual range', 'Measured'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {measurements.map(({ name, points, unit, reference_range }) => {
            const last = points.at(-1);
            return (
              <tr key={name}>
                <td>{name}</td>
                <td>{amount(last?.value, typeof last?.value === 'number' ? unit : null)}</td>
                <td>{last?.interpretation && STANDINGS[last.interpretation]}</td>
                <td>{rangeText(reference_range)}</td>
                <td>{last && <When time={last.time} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
