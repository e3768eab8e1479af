/** One measurement: where it stands, a plot over time, and the values as a table. */

import { useMemo, useState } from 'preact/hooks';
import { get, path } from '../../api.ts';
import { plural } from '../../parts/amounts.ts';
import { Icon } from '../../parts/icon.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { recordAddress } from './place.ts';
import { type Domain, wholeDomain } from './plot/domain.ts';
import { plottedOf } from './plot/geometry.ts';
import { Plot } from './plot/plot.tsx';
import { PlotControls } from './plot/plot-controls.tsx';
import { type Series, useReloadOn } from './record-data.ts';
import type { Section } from './sections.tsx';
import { StandingMark } from './standing.tsx';
import { ValueTable } from './value-table.tsx';
import { amount, exactly, rangeText, trendText } from './words.ts';

/** `version` changes when the record has. */
type Props = { patient: string; name: string; section: Section; version: number };

export function MeasurementView({ patient, name, section, version }: Props) {
  const {
    data: series,
    problem,
    reload,
  } = useLoaded(`${patient} ${name}`, (signal) =>
    get<Series>(path`/v1/patients/${patient}/observations/${name}`, { signal }),
  );
  useReloadOn(version, reload);
  return (
    <>
      <a class="back" href={recordAddress(section.id)}>
        <Icon name="back" size={16} /> All {section.title.toLowerCase()}
      </a>
      <h2>{series?.name ?? name}</h2>
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {series && <Shown series={series} key={series.name} />}
    </>
  );
}

function Shown({ series }: { series: Series }) {
  const points = useMemo(() => plottedOf(series.points), [series]);
  const whole = useMemo(() => wholeDomain(points.map(({ at }) => at)), [points]);
  const [chosen, setDomain] = useState<Domain | null>(null);
  const domain = chosen ?? whole;
  const last = series.points.at(-1);
  const { reference_range: range, unit, left_out } = series;
  return (
    <>
      <dl class="facts" data-testid="summary">
        <div>
          <dt>Last value</dt>
          <dd>
            <span class="value" title={exactly(last?.value, unit)}>
              {amount(last?.value, typeof last?.value === 'number' ? unit : null)}
            </span>{' '}
            <StandingMark standing={last?.interpretation} />
          </dd>
        </div>
        {range && (
          <div>
            <dt>Usual range</dt>
            <dd>
              {rangeText(range)} <span class="quiet small">{range.source}</span>
            </dd>
          </div>
        )}
        {trendText(series) && (
          <div>
            <dt>Trend</dt>
            <dd>{trendText(series)}</dd>
          </div>
        )}
      </dl>
      {points.length > 0 && (
        <figure class="card plot-card">
          <PlotControls domain={domain} whole={whole} onDomain={setDomain} />
          <Plot series={series} points={points} domain={domain} whole={whole} onDomain={setDomain} />
          <figcaption class="quiet small">
            {plural(points.length, 'value')}
            {unit && ` in ${unit}`}.{range && ' The green band is the usual range.'} To zoom, drag over the plot or
            pinch it; with the keyboard, the arrow keys go from value to value, + and - zoom.
          </figcaption>
        </figure>
      )}
      {left_out > 0 && <p class="quiet small">{plural(left_out, 'value')} in another unit cannot be compared.</p>}
      <ValueTable series={series} />
    </>
  );
}
