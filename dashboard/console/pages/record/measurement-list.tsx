/** Labs and observations: one row a measurement, with the last value, its range and the trend. */

import { useMemo, useState } from 'preact/hooks';
import { plural } from '../../parts/amounts.ts';
import { headOf, LongTable } from '../../parts/long-table.tsx';
import { Sparkline } from '../../parts/plot/sparkline.tsx';
import { When } from '../../parts/when.tsx';
import { EmptySection } from './empty-section.tsx';
import { Filters } from './filters.tsx';
import { recordAddress } from './place.ts';
import { plottedOf } from './plot/geometry.ts';
import type { Measurement } from './record-data.ts';
import { measurementsOf, type Section } from './sections.tsx';
import { StandingMark } from './standing.tsx';
import { amount, exactly, isOutOfRange, rangeText, TRENDS } from './words.ts';

const [ALL, OUT, WITHIN] = ['all', 'out of range', 'others'];

export function MeasurementList({ section, measurements }: { section: Section; measurements: Measurement[] }) {
  const [search, setSearch] = useState('');
  const [choice, setChoice] = useState(ALL);
  const all = useMemo(() => measurementsOf(measurements, section), [measurements, section]);
  const wanted = search.trim().toLowerCase();
  const found = all.filter(
    (one) => one.name.toLowerCase().includes(wanted) && (choice === ALL || isOutOfRange(one) === (choice === OUT)),
  );
  if (all.length === 0) return <EmptySection section={section} />;
  const out = all.filter(isOutOfRange).length;
  const choices = [
    { value: ALL, count: all.length },
    { value: OUT, count: out },
    { value: WITHIN, count: all.length - out },
  ].filter(({ count }) => count > 0);
  const [one, many] = section.noun;
  return (
    <>
      <Filters
        search={search}
        onSearch={setSearch}
        choices={choices}
        choice={choice}
        onChoice={setChoice}
        label={`Search in ${section.title.toLowerCase()}`}
        left={`${found.length === all.length ? '' : `${found.length} of `}${plural(all.length, one, many)}`}
      />
      <LongTable
        class="entries cards measurements"
        caption={section.title}
        head={headOf('Name', 'Last value', 'Range', 'Trend', 'Measured', 'Values')}
        items={found}
        start={`${wanted} ${choice}`}
        row={(measurement, at) => (
          <Row key={measurement.name} measurement={measurement} section={section.id} index={at} />
        )}
      />
    </>
  );
}

function Row({ measurement, section, index }: { measurement: Measurement; section: string; index: number }) {
  const { name, unit, points, reference_range, trend, total } = measurement;
  const last = points.at(-1);
  return (
    <tr aria-rowindex={index} data-testid="measurement">
      <th scope="row">
        <a class="open" href={recordAddress(section, { name })}>
          {name}
        </a>
      </th>
      <td data-label="Last value">
        <span class="value" title={exactly(last?.value, unit)}>
          {amount(last?.value, typeof last?.value === 'number' ? unit : null)}
        </span>{' '}
        <StandingMark standing={last?.interpretation} />
      </td>
      <td data-label="Range" class="quiet range">
        {rangeText(reference_range)}
      </td>
      <td data-label="Trend">
        {points.length > 1 && (
          <span class="trend">
            <Sparkline values={plottedOf(points)} range={reference_range} /> {TRENDS[trend]}
          </span>
        )}
      </td>
      <td data-label="Measured">{last && <When time={last.time} />}</td>
      <td data-label="Values" class="number">
        {total}
      </td>
    </tr>
  );
}
