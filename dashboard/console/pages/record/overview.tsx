/** What a clinician has to see first: allergies, active conditions, current medicines, the latest vitals, what is out of range, visits. */

import type { Entry } from '../../parts/fact/fact.ts';
import { TryDemo } from '../../parts/try-demo.tsx';
import { When } from '../../parts/when.tsx';
import { AskBox } from './ask-box.tsx';
import { OverviewCard } from './overview-card.tsx';
import { openEntry, recordAddress } from './place.ts';
import { isCurrent, isEmpty, isPlanned, type Measurement, type RecordView, timeOf } from './record-data.ts';
import { StandingMark } from './standing.tsx';
import { VitalTiles } from './vital-tiles.tsx';
import { amount, doseText, exactly, isOutOfRange } from './words.ts';

const MOST = 6;
const VISITS = 4;

type Props = { patient: string; record: RecordView; measurements: Measurement[] | undefined };

export function Overview({ patient, record, measurements }: Props) {
  const out = measurements?.filter((one) => one.category === 'laboratory' && isOutOfRange(one)) ?? [];
  const visits = record.encounters.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
  if (isEmpty(record)) return <NothingYet />;
  return (
    <>
      <Allergies allergies={record.allergies.filter(isCurrent)} />
      {measurements && <VitalTiles measurements={measurements} />}
      <div class="overview">
        <OverviewCard
          title="Active conditions"
          section="conditions"
          items={record.conditions.filter(isCurrent)}
          most={MOST}
        >
          {({ effective_time, severity }) => (
            <>
              {severity}{' '}
              {effective_time && (
                <>
                  since <When time={effective_time} />
                </>
              )}
            </>
          )}
        </OverviewCard>
        <OverviewCard
          title="Current medications"
          section="medications"
          items={record.medications.filter(isCurrent)}
          most={MOST}
        >
          {(entry) => doseText(entry)}
        </OverviewCard>
        <OverviewCard title="Current symptoms" section="symptoms" items={record.symptoms.filter(isCurrent)} most={MOST}>
          {({ effective_time }) =>
            effective_time && (
              <>
                since <When time={effective_time} />
              </>
            )
          }
        </OverviewCard>
        <section class="card" aria-labelledby="out-of-range">
          <h2 id="out-of-range">
            <a href={recordAddress('labs')}>Labs out of range</a>
          </h2>
          {out.length === 0 && <p class="quiet">None of the latest results.</p>}
          <ul class="lines">
            {out.slice(0, MOST).map(({ name, points, unit }) => (
              <li key={name}>
                <a href={recordAddress('labs', { name })}>{name}</a>
                <span title={exactly(points.at(-1)?.value, unit)}>
                  {amount(points.at(-1)?.value, unit)} <StandingMark standing={points.at(-1)?.interpretation} />
                </span>
              </li>
            ))}
          </ul>
        </section>
        <OverviewCard title="Next visits" section="encounters" items={visits.filter(isPlanned).reverse()} most={VISITS}>
          {(entry) => <Visit entry={entry} />}
        </OverviewCard>
        <OverviewCard
          title="Last visits"
          section="encounters"
          items={visits.filter((one) => !isPlanned(one))}
          most={VISITS}
        >
          {(entry) => <Visit entry={entry} />}
        </OverviewCard>
      </div>
      <AskBox patient={patient} />
    </>
  );
}

function Allergies({ allergies }: { allergies: readonly Entry[] }) {
  if (allergies.length === 0)
    return (
      <p class="allergies none" data-testid="allergies">
        <strong>Allergies:</strong> none on file. That does not say that there are none.
      </p>
    );
  return (
    <section class="allergies" aria-labelledby="allergies" data-testid="allergies">
      <h2 id="allergies">
        <a href={recordAddress('allergies')}>Allergies</a>
      </h2>
      <ul>
        {allergies.map((entry) => (
          <li key={entry.id}>
            <button type="button" onClick={() => openEntry(entry.id)}>
              <strong>{entry.name}</strong> {[entry.reaction, entry.severity].filter(Boolean).join(', ')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Visit({ entry }: { entry: Entry }) {
  return (
    <>
      {entry.specialty} <When time={timeOf(entry)} />
    </>
  );
}

function NothingYet() {
  return (
    <div class="empty" data-testid="empty">
      <p>
        <strong>Nothing on file yet.</strong>
      </p>
      <p class="quiet">
        Conditions, medicines, allergies, results and visits that are told in the conversation are filed here. A record
        from elsewhere can be <a href={recordAddress('share')}>imported</a>.
      </p>
      <TryDemo />
    </div>
  );
}
