/**
 * The fan-in of a health turn: the facts of the four extractors, each once, are filed in the record under ids derived from the turn. A
 * record that cannot take them now does not hold the turn back: they are kept with the task and filed as soon as it can.
 */
import { z } from 'zod';
import type { FanIn, FanInResult, Late } from '../../engine/run/team-module.ts';
import { momentOf, type Task } from '../../engine/task/task.ts';
import { toAppError } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics.ts';
import {
  type Corrected,
  type CorrectionMention,
  Fact,
  FamilyFact,
  type Mention,
  type PatientRecord,
  patientKey,
  TurnFact,
} from '../../record/index.ts';
import type { Reading } from '../reading.ts';
import { isOfSameWords } from './facts/beside-rules.ts';
import type { ToldCorrection } from './facts/corrections-from-mentions.ts';
import { isSame } from './facts/merge-facts.ts';
import type { Told as Read } from './facts/told.ts';

/** How many names of facts a session's summary holds. */
const MAX_TOPICS = 20;
/** Who reads corrections in a message. */
const CORRECTING_AGENT = 'DataEntryAgent';

/** In `source_agent`: what was read by the rules of an agent whose model did not answer. */
const BY_RULES = ' (rules)';

type Parts = { record: PatientRecord; reading: Reading; metrics: Metrics };

/** Corrections were made by our own code; they are only kept until the record can take them. */
const Corrections = z.array(z.custom<ToldCorrection>((value) => typeof value === 'object')).default([]);
const Told = z.object({ facts: z.array(Fact), family: z.array(FamilyFact), corrections: Corrections });
type Told = z.infer<typeof Told>;

export async function fileFacts(parts: Parts, end: FanIn): Promise<FanInResult> {
  const { task, log } = end;
  const { refused, disagreements, ...told } = await toldBy(parts.reading, end);
  for (const reason of refused) parts.metrics.factsRefused.inc({ reason });
  let waiting = false;
  let corrected: Corrected[] = [];
  try {
    corrected = await file(parts, task, told);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.policy.retry !== 'backoff') throw error;
    waiting = true;
    log.warn({ err: error, code: error.code, facts: told.facts.length + told.family.length }, 'facts.waiting');
  }
  const facts = factsOf(told, corrected);
  const topics = [...new Set(facts.map((fact) => fact.name))].slice(0, MAX_TOPICS);
  const data = {
    facts,
    corrections: corrected.map(shown),
    ...(disagreements.length > 0 && { disagreements }),
  };
  return {
    data,
    events: [{ kind: 'facts', data: { ...data, ...(waiting && { waiting }) } }],
    ...(waiting && { left: told }),
    ...(topics.length > 0 && { session: { topics: JSON.stringify(topics) } }),
  };
}

/**
 * What the extractors have read. Beside a model the rules read too, because a model that finds nothing has not failed; a text that
 * they cannot read costs the comparison and not the turn.
 */
export async function toldBy(
  reading: Reading,
  { task, runs, earlier, log }: Pick<FanIn, 'task' | 'runs' | 'earlier'> & Partial<Pick<FanIn, 'log'>>,
): Promise<Read> {
  const read = runs.map(({ agent, output, stood_in, usage }) => ({
    agent: stood_in === undefined ? agent : `${agent}${BY_RULES}`,
    byModel: stood_in === undefined && usage.model_calls > 0,
    mentions: (output as { facts?: Mention[] } | undefined)?.facts ?? [],
    corrections: (output as { corrections?: CorrectionMention[] } | undefined)?.corrections ?? [],
  }));
  const agents = read.flatMap(({ agent, byModel }) => (byModel ? [agent] : []));
  const { now, timezone } = momentOf(task);
  const context = { text: task.text, now: now.toISOString(), timezone, earlier };
  const beside =
    agents.length === 0
      ? []
      : await reading.read('beside', { agents, ...context }).catch((err: unknown) => {
          log?.warn({ err }, 'facts.not_compared');
          return [];
        });
  const rules = beside.map((one) => ({ ...one, agent: `${one.agent}${BY_RULES}` }));
  return reading.read('told', { id: task.id, text: task.text, read: [...read, ...rules] });
}

/**
 * What a model has read after rules had stood in for it: facts that the turn has are not filed again, also where the two have called
 * the same words by names of which one contains the other.
 */
export async function fileLate(parts: Parts, { task, run, result }: Late): Promise<Record<string, unknown>> {
  const told = await toldBy(parts.reading, { task, runs: [run], earlier: [] });
  const isByModel = ({ source_agent }: Pick<Fact, 'source_agent'>) => !source_agent.endsWith(BY_RULES);
  const [facts, family] = [told.facts.filter(isByModel), told.family.filter(isByModel)];
  const known = z.array(TurnFact).catch([]).parse(result.data.facts);
  const own = known.flatMap((fact) => (fact.kind === 'family_history' ? [] : [fact]));
  const isKnown = (fact: Fact, other: Fact) =>
    isSame(other, fact) || (other.kind === fact.kind && isOfSameWords(other, fact));
  const fresh = facts.filter((fact) => !own.some((other) => isKnown(fact, other)));
  await file(parts, task, { facts: fresh, family, corrections: [] });
  return { facts: [...known, ...fresh] };
}

export async function fileLater(parts: Pick<Parts, 'record' | 'metrics'>, task: Task, left: unknown): Promise<void> {
  await file(parts, task, Told.parse(left));
}

async function file(
  { record, metrics }: Pick<Parts, 'record' | 'metrics'>,
  task: Task,
  { facts, family, corrections }: Told,
): Promise<Corrected[]> {
  if (facts.length + family.length + corrections.length === 0 || !task.subject) return [];
  const patient = patientKey(task.tenant, task.subject.id);
  const person = { tenant: task.tenant, id: task.subject.id };
  const provenance = { turn_id: task.id, session_id: task.session_id ?? '', filed_at: task.created_at, person };
  const done = await record.file(patient, facts, provenance, family);
  // Filing a turn again changes nothing, and is not counted again.
  if (done.created + done.updated > 0) for (const { kind } of facts) metrics.factsFiled.inc({ kind });
  if (corrections.length === 0) return [];
  // After the facts: a message may correct itself.
  const corrected = await record.correct(patient, corrections, { ...provenance, by: CORRECTING_AGENT });
  const unmet = new Set(corrected.flatMap(({ id, outcome }) => (outcome === 'not_found' ? [id] : [])));
  const left = corrections.flatMap(({ id, fact }) => (fact && unmet.has(id) ? [fact] : []));
  if (left.length > 0) await record.file(patient, left, provenance);
  return corrected;
}

/** What the turn has filed. What is not clear which fact it corrects is not filed. */
function factsOf({ facts, family, corrections }: Told, corrected: readonly Corrected[]): TurnFact[] {
  const open = new Set(
    corrected.flatMap(({ id, outcome }) => (outcome === 'ambiguous' || outcome === 'refused' ? [id] : [])),
  );
  const replacing = corrections.flatMap(({ id, fact }) => (fact && !open.has(id) ? [fact] : []));
  return [...facts, ...replacing, ...family.map((fact) => ({ ...fact, kind: 'family_history' as const }))];
}

/** Without the error of one that was refused, which only a caller of the API can use. */
function shown(corrected: Corrected): Record<string, unknown> {
  return corrected.outcome === 'refused' ? { id: corrected.id, outcome: corrected.outcome } : corrected;
}
