/** The values of one measurement, newest first. Each opens its details. */
import { useMemo } from 'preact/hooks';
import { dayOf } from '../../parts/fact/local-day.ts';
import { headOf, LongTable } from '../../parts/long-table.tsx';
import { When } from '../../parts/when.tsx';
import { openEntry } from './place.ts';
import type { Point, Series } from './record-data.ts';
import { StandingMark } from './standing.tsx';
import { amount, exactly } from './words.ts';

export function ValueTable({ series: { points, unit, name } }: { series: Series }) {
  const newest = useMemo(() => points.toReversed(), [points]);
  const perDay = useMemo(() => daysOf(points), [points]);
  return (
    <LongTable
      class="entries values"
      testId="values"
      caption={`Values of ${name}, newest first`}
      head={headOf('Measured', 'Value', 'Standing')}
      items={newest}
      row={(point, index) => (
        <tr key={point.id} aria-rowindex={index} data-testid="value">
          <th scope="row">
            <button type="button" class="open" onClick={() => openEntry(point.id)}>
              <When time={point.time} precise={(perDay.get(dayOf(point.time)) ?? 0) > 1} />
            </button>
          </th>
          <td data-label="Value" class="value" title={exactly(point.value, unit)}>
            {amount(point.value, typeof point.value === 'number' ? unit : null)}
          </td>
          <td data-label="Standing">
            <StandingMark standing={point.interpretation} />
          </td>
        </tr>
      )}
    />
  );
}

/** The clock tells values of one day apart; of the others mostly the day is all that was told. */
function daysOf(points: readonly Point[]): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const point of points) days.set(dayOf(point.time), (days.get(dayOf(point.time)) ?? 0) + 1);
  return days;
}
