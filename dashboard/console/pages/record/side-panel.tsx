/** The record beside the conversation: each section with its count, the newest few of it, and a link to all. */

import type { Entry } from '../../parts/fact/fact.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { When } from '../../parts/when.tsx';
import { recordAddress } from './place.ts';
import {
  isCurrent,
  isEmpty,
  type Measurement,
  type RecordView,
  useMeasurements,
  useRecord,
  useReloadOn,
} from './record-data.ts';
import { countOf, entriesOf, measurementsOf, SECTIONS, type Section } from './sections.tsx';
import './side-panel.css';
import { StandingMark } from './standing.tsx';
import { amount, doseText, exactly, personText } from './words.ts';

const NEWEST = 3;
/** No allergy is left out. */
const ALL_OF = 'allergies';

/** `version` changes when the record may have: a turn has ended. */
export function SidePanel({ patient, version }: { patient: string; version: string }) {
  const record = useRecord(patient);
  const measurements = useMeasurements(patient);
  useReloadOn(version, () => {
    record.reload();
    measurements.reload();
  });
  const problem = record.problem ?? measurements.problem;
  return (
    <aside class="side-panel" aria-label="Record" data-testid="side-panel">
      <h2>
        <a href={recordAddress('overview')}>Record</a>
      </h2>
      {record.data && <p class="quiet small">{personText(record.data.patient)}</p>}
      {problem && <ProblemBox problem={problem} onRetry={record.reload} />}
      {record.data && isEmpty(record.data) && <p class="quiet">What is told in the conversation is filed here.</p>}
      {record.data && <Sections record={record.data} measurements={measurements.data ?? []} />}
      <p class="small">
        <a href={recordAddress('share')}>Share, export or import</a>
      </p>
    </aside>
  );
}

function Sections({ record, measurements }: { record: RecordView; measurements: Measurement[] }) {
  // Allergies first: whoever looks must not miss one.
  const ordered = SECTIONS.toSorted((a, b) => Number(b.id === ALL_OF) - Number(a.id === ALL_OF));
  return (
    <>
      {ordered.map((section) => {
        const count = countOf(section, record, measurements) ?? 0;
        return (
          <section key={section.id} class="panel-section" data-section={section.id}>
            <h3>
              <a href={recordAddress(section.id)}>{section.title}</a> <span class="count">{count}</span>
            </h3>
            {count > 0 && (
              <ul>
                {section.measured
                  ? measurementsOf(measurements, section)
                      .slice(0, NEWEST)
                      .map((one) => <MeasuredLine key={one.name} measurement={one} section={section} />)
                  : entriesOf(record, section)
                      .slice(0, section.id === ALL_OF ? undefined : NEWEST)
                      .map((entry) => <EntryLine key={entry.id} entry={entry} section={section} />)}
              </ul>
            )}
          </section>
        );
      })}
    </>
  );
}

function EntryLine({ entry, section }: { entry: Entry; section: Section }) {
  const { name, kind, reaction, relation, effective_time, status } = entry;
  const told = kind === 'medication' ? doseText(entry) : (reaction ?? relation);
  // What is over must not look as if it still went on.
  const more = isCurrent(entry) || kind === 'encounter' ? told : status;
  return (
    <li>
      <a href={recordAddress(section.id, { entry: entry.id })}>{name}</a>
      <span class="quiet">{more || (effective_time && <When time={effective_time} />)}</span>
    </li>
  );
}

function MeasuredLine({
  measurement: { name, points, unit },
  section,
}: {
  measurement: Measurement;
  section: Section;
}) {
  const last = points.at(-1);
  return (
    <li>
      <a href={recordAddress(section.id, { name })}>{name}</a>
      <span title={exactly(last?.value, unit)}>
        {amount(last?.value, typeof last?.value === 'number' ? unit : null)}{' '}
        <StandingMark standing={last?.interpretation} />
      </span>
    </li>
  );
}
