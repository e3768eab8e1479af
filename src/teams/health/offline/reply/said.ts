/**
 * What a message states, by the functions that also decide what is filed: the person's own facts, those of relatives, and what is
 * denied, feared or said of somebody else. A reply that is made from this cannot contradict the record.
 */
import {
  clauseOf,
  createMomentCache,
  type DescribedReading,
  describeReadings,
  type Moment,
  realityAt,
  understand,
} from '../../../../clinical/index.ts';
import type { Fact, Mention } from '../../../../record/index.ts';
import type { ToldCorrection } from '../../facts/corrections-from-mentions.ts';
import { isFamilyHistory, relationsAt } from '../../facts/family-from-mentions.ts';
import { toldIn } from '../../facts/told.ts';
import { complete, completeCorrection, EXTRACTORS, readAmendments } from '../read-message.ts';

export type Said = {
  /** What will be filed, and nothing else. */
  facts: readonly Fact[];
  /** Conditions of relatives that run in families, also where a question about them follows. */
  family: readonly OfRelative[];
  /** What somebody near has that is not inherited: the flu, head lice, a husband's stroke. */
  nearby: readonly OfRelative[];
  /** Own values, also those that are only asked about: "is 150/95 too high?" */
  readings: readonly DescribedReading[];
  /** Values of another person. */
  others: readonly DescribedReading[];
  /** Of the facts: symptoms, conditions and allergies. */
  findings: readonly Fact[];
  medications: readonly Fact[];
  /** Own doses, also those that are only asked about: "is 650 mg every 8 hours ok?" */
  doses: readonly Pick<Mention, 'name' | 'value' | 'unit' | 'frequency'>[];
  /** Medicines that are named but not taken: stopped, of another person, or an allergy. */
  notTaken: ReadonlySet<string>;
  /** Possible complaints of any person: not denied, not over. */
  concerns: ReadonlySet<string>;
  denied: readonly string[];
  /** Conditions of a what-if or a question: "if I had high blood pressure". */
  supposed: readonly string[];
  /** Those of them that somebody is afraid to have. */
  feared: readonly string[];
  /** What takes the place of something on record, or takes it out. */
  corrections: readonly ToldCorrection[];
};

type OfRelative = { name: string; relation: string };

const FINDINGS: ReadonlySet<string> = new Set(['symptom', 'condition', 'allergy']);
const STOPPED: ReadonlySet<string> = new Set(['stopped', 'past', 'inactive']);

/** Earlier messages are read again for every message that goes on from them. */
const memory = createMomentCache<Said>();

/** `earlier`: what the user wrote before it; without, the message is read by itself. */
export function readMessage(text: string, moment: Moment, earlier: readonly string[] = []): Said {
  return earlier.length > 0 ? read(text, moment, earlier) : memory(text, moment, () => read(text, moment, earlier));
}

function read(text: string, moment: Moment, earlier: readonly string[]): Said {
  const extracted = Object.entries(EXTRACTORS).map(([agent, extract]) => ({
    agent,
    mentions: extract(text, moment, earlier).map(complete),
  }));
  const amendments = readAmendments(text, moment, earlier).map(completeCorrection);
  const amending = { agent: 'DataEntryAgent', mentions: [], corrections: amendments };
  const { facts, family, nearby, corrections } = toldIn({ id: '', text, read: [...extracted, amending] });
  const mentions = extracted.flatMap((one) => one.mentions);
  const measured = onceEach(mentions.filter(({ kind }) => kind === 'observation'));
  const own = measured.filter(({ assertion, experiencer }) => assertion !== 'absent' && experiencer === 'patient');
  const found = mentions.filter(({ kind }) => FINDINGS.has(kind));
  const asked: OfRelative[] = family.length + nearby.length > 0 ? [] : askedOfFamily(text, found);
  const concerns = new Set(found.filter((one) => one.assertion !== 'absent' && !isOver(one)).map(({ name }) => name));
  const supposed = found.filter(
    ({ kind, experiencer, assertion }) =>
      kind === 'condition' && experiencer === 'patient' && (assertion === 'hypothetical' || assertion === 'possible'),
  );
  return {
    facts,
    family: [...family, ...asked.filter(isFamilyHistory)],
    nearby: [...nearby, ...asked.filter((one) => !isFamilyHistory(one))],
    readings: describeReadings(own),
    others: describeReadings(measured.filter(({ experiencer }) => experiencer !== 'patient')),
    findings: facts.filter(({ kind }) => FINDINGS.has(kind)),
    medications: facts.filter(({ kind }) => kind === 'medication'),
    doses: mentions.filter((one) => one.kind === 'medication' && one.assertion !== 'absent' && isOwnDose(one)),
    notTaken: notTaken(mentions),
    concerns,
    denied: found
      .filter(({ name, assertion }) => assertion === 'absent' && !concerns.has(name))
      .map(({ name }) => name),
    supposed: supposed.map(({ name }) => name),
    feared: supposed.filter((mention) => isFeared(text, mention)).map(({ name }) => name),
    corrections,
  };
}

/** "Please note my weight, 80 kg" is read by two of them. */
function onceEach(measured: readonly Mention[]): Mention[] {
  return [...new Map(measured.map((one) => [`${one.start} ${one.name} ${one.value}`, one])).values()];
}

function isOwnDose({ experiencer, status, frequency }: Mention): boolean {
  return experiencer === 'patient' && frequency !== undefined && !isStopped({ status });
}

/** Told as a fear or a guess, and not asked about in general. */
function isFeared(text: string, { start = 0, assertion }: Mention): boolean {
  const clause = clauseOf(understand(text), start);
  return clause?.reality === 'feared' || (!clause?.asks && (assertion === 'possible' || clause?.reality === 'now'));
}

/** "My father had a heart attack at 50, should I get checked?": part of a question, and so it is not filed. */
function askedOfFamily(text: string, found: readonly Mention[]): OfRelative[] {
  const theirs = found.filter(
    ({ kind, experiencer, assertion, start = 0 }) =>
      kind === 'condition' &&
      experiencer === 'family' &&
      assertion === 'hypothetical' &&
      realityAt(understand(text), start) !== 'supposed',
  );
  return theirs.flatMap(({ name, start = 0, quote }) =>
    relationsAt(text, { start, end: start + quote.length }).map((relation) => ({ name, relation })),
  );
}

export function isStopped({ status }: { status?: string | undefined }): boolean {
  return STOPPED.has(status ?? '');
}

/** Of a finding: it is gone, or of long ago. */
export function isOver({ status }: { status?: string | undefined }): boolean {
  return status === 'resolved' || status === 'history';
}

/** What is asked about may be taken; what is stopped, denied, an allergy or another person's is not. */
function notTaken(mentions: readonly Mention[]): ReadonlySet<string> {
  const named = mentions.filter(({ kind }) => kind === 'medication' || kind === 'allergy');
  const taken = named.filter(
    (one) =>
      one.kind === 'medication' && one.experiencer === 'patient' && one.assertion !== 'absent' && !isStopped(one),
  );
  const names = new Set(taken.map(({ name }) => name));
  return new Set(named.map(({ name }) => name).filter((name) => !names.has(name)));
}
