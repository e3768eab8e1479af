/** The values of the plots as a table, for those who would rather read them. Made when it is opened. */
import { useState } from 'preact/hooks';
import { shortCount } from '../../parts/amounts.ts';
import { When } from '../../parts/when.tsx';
import type { Point } from './history.ts';

export function HistoryTable({ points }: { points: readonly Point[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details data-testid="history-table" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section class="table-frame history-values" tabIndex={0} aria-label="Values of the charts">
          <table>
            <thead>
              <tr>
                {['Time', 'In work', 'Waiting', 'Completed a minute', 'Failed a minute'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ time, active, waiting, completed, failed }) => (
                <tr key={time}>
                  <th scope="row">
                    <When time={new Date(time).toISOString()} precise />
                  </th>
                  <td>{active}</td>
                  <td>{waiting}</td>
                  <td>{shortCount(completed)}</td>
                  <td>{shortCount(failed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
