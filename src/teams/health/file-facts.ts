/** The fan-in of a health turn: the facts of the four extractors, each once, are filed in the record under ids derived from the turn. */

import type { FanIn, FanInResult } from '../../engine/run/team-module.ts';
import { type Mention, type PatientRecord, patientKey } from '../../record/index.ts';
import type { Reading } from '../reading.ts';

/** How many names of facts a session's summary holds. */
const MAX_TOPICS = 20;

export async function fileFacts(record: PatientRecord, reading: Reading, { task, runs }: FanIn): Promise<FanInResult> {
  const read = runs.map(({ agent, output }) => ({
    agent,
    mentions: (output as { facts?: Mention[] } | undefined)?.facts ?? [],
  }));
  const { facts, family } = await reading.read('told', { id: task.id, text: task.text, read });
  if (facts.length + family.length > 0 && task.subject) {
    const provenance = { turn_id: task.id, session_id: task.session_id ?? '', filed_at: task.created_at };
    await record.file(patientKey(task.tenant, task.subject.id), facts, provenance, family);
  }
  const topics = [...new Set(facts.map((fact) => fact.name))].slice(0, MAX_TOPICS);
  return {
    data: { facts },
    events: [{ kind: 'facts', data: { facts } }],
    ...(topics.length > 0 && { session: { topics: JSON.stringify(topics) } }),
  };
}
