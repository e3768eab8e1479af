/** Where an entry came from: the words it was read in, with one click to the turn and to the conversation. */

import { path, send } from '../../api.ts';
import { plural } from '../../parts/amounts.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { When } from '../../parts/when.tsx';
import { to } from '../../router.ts';
import { useLoaded } from '../../use-loaded.ts';

const MOST = 20;
/** Each telling of a fact is an edge of the graph, with the words that were said. */
const SAID = `MATCH (p:Patient {uuid: $patient_uuid})-->(n)-[said:STATED_IN]->(t:Turn)<-[:HAS_TURN]-(s:Session)
WHERE n.uuid = $id
RETURN said.evidence_text AS text, said.source_agent AS agent, said.recorded_at AS at, t.turn_id AS turn, s.session_id AS session
ORDER BY at DESC LIMIT ${MOST + 1}`;

type Row = [text: string | null, agent: string, at: string, turn: string, session: string];

/** Sessions that are no conversation. */
const OTHER_ORIGINS: Readonly<Record<string, string>> = {
  'fhir-import': 'Imported from a FHIR file',
  'record-api': 'Entered by hand',
};

export function EntrySources({ patient, id }: { patient: string; id: string }) {
  const { data, problem, reload } = useLoaded(`${patient} ${id}`, (signal) =>
    send<{ rows: Row[] }>('POST', path`/v1/patients/${patient}/query`, {
      body: { cypher: SAID, params: { id } },
      signal,
    }),
  );
  if (problem) return <ProblemBox problem={problem} onRetry={reload} />;
  if (!data) return null;
  return (
    <section aria-label="Where it came from">
      <h3>Where it came from</h3>
      <ul class="told" data-testid="sources">
        {data.rows.slice(0, MOST).map((row) => (
          <Source key={`${row[3]} ${row[2]} ${row[0]}`} row={row} />
        ))}
      </ul>
      {data.rows.length > MOST && <p class="quiet small">The newest {plural(MOST, 'time')} it was told.</p>}
    </section>
  );
}

function Source({ row: [text, , at, turn, session] }: { row: Row }) {
  const origin = OTHER_ORIGINS[session];
  return (
    <li>
      {text && <blockquote>“{text}”</blockquote>}
      <p class="row small">
        {origin ? (
          <span>{origin}</span>
        ) : (
          <>
            <a href={to('turns', turn)} data-testid="to-turn">
              Open the turn
            </a>
            <a href={to('sessions', session)}>Open the conversation</a>
          </>
        )}
        <span class="quiet">
          <When time={at} precise />
        </span>
      </p>
    </li>
  );
}
