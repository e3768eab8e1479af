/** The fan-in of a health turn: the facts of the four extractors, each once, are filed in the record under ids derived from the turn. */

import type { RunResult } from '../../engine/run/run-result.ts';
import type { FanIn, FanInResult } from '../../engine/run/team-module.ts';
import type { Task } from '../../engine/task/task.ts';
import {
  type Fact,
  type FamilyFact,
  type Mention,
  type Misfit,
  type PatientRecord,
  patientKey,
} from '../../record/index.ts';
import { factsFromMentions } from './facts/facts-from-mentions.ts';
import { familyFromMentions } from './facts/family-from-mentions.ts';
import { mergeFacts } from './facts/merge-facts.ts';

/** How many names of facts a session's summary holds. */
const MAX_TOPICS = 20;

export async function fileFacts(record: PatientRecord, { task, runs }: FanIn): Promise<FanInResult> {
  const { facts, family, refused } = toldIn(runs, task);
  if (facts.length + family.length > 0 && task.subject) {
    const provenance = { turn_id: task.id, session_id: task.session_id ?? '', filed_at: task.created_at };
    await record.file(patientKey(task.tenant, task.subject.id), facts, provenance, family);
  }
  const topics = [...new Set(facts.map((fact) => fact.name))].slice(0, MAX_TOPICS);
  return {
    data: { facts, ...(refused.length > 0 && { refused }) },
    events: [{ kind: 'facts', data: { facts } }],
    ...(topics.length > 0 && { session: { topics: JSON.stringify(topics) } }),
  };
}

/** `refused`: why the record would not take in what an extractor said, once for each. */
type Told = { facts: Fact[]; family: FamilyFact[]; refused: Misfit['problem'][] };

/** What the extractors have read: the patient's own facts, each once, and what was said of relatives. */
function toldIn(runs: readonly RunResult[], task: Task): Told {
  const refused: Told['refused'] = [];
  const read = runs.map((run) => ({
    mentions: (run.output as { facts?: Mention[] } | undefined)?.facts ?? [],
    source: {
      turnId: task.id,
      text: task.text,
      agent: run.agent,
      refused: ({ problem }: Misfit) => void refused.push(problem),
    },
  }));
  const family = read.flatMap(({ mentions, source }) => familyFromMentions(mentions, source));
  return {
    facts: mergeFacts(read.flatMap(({ mentions, source }) => factsFromMentions(mentions, source))),
    family: [...new Map(family.map((fact) => [fact.id, fact])).values()],
    refused,
  };
}
