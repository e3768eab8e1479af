/**
 * Messages by authors who had not seen the rules (test/eval/cases/messages): alarms, routes and what is filed. Those called `dev` may be
 * read and learned from; of those called `unseen` only figures are shown. MESSAGES_SHOW_UNSEEN=1 lists their misses, which spoils
 * them for tuning. The second pair is harder: more facts in one message, and more words of emergencies that are none. The third is an
 * attack: every harmless message has the words of an emergency, every emergency is told otherwise than in a book; it has no routes. The
 * fourth has facts alone, as people tell them of themselves.
 */
import { existsSync, readFileSync } from 'node:fs';
import { termNamed } from '../../../src/clinical/index.ts';
import { foldWord } from '../../../src/clinical/text/words.ts';
import type { Fact } from '../../../src/record/fact.ts';
import { factsOf } from '../../clinical/filed.ts';
import { familiesOf } from '../../support/red-flags.ts';
import type { Reader } from '../reader.ts';
import type { Confusion, Score, Scored, Scorer } from '../scorer.ts';

type Expected = { kind: string; name: string; value?: number | number[] | null };
type Row = {
  group: string;
  style: string;
  text: string;
  patient_told_before?: string[];
  /** A family, several with a bar between them, or `any`; null where there must be none, and missing where nobody has judged it. */
  alarm?: string | null;
  route?: string;
  facts?: Expected[] | null;
  must_not_file?: string[] | null;
};
type Tally = { name: string; hits: boolean[] };

const SETS = ['dev', 'dev2', 'dev3', 'dev4', 'dev5', 'unseen', 'unseen2', 'unseen3', 'unseen4'] as const;
/** A finding may be called a symptom by one reader and a condition by another. */
const FINDINGS = new Set(['condition', 'symptom']);
const TOLERANCE = 0.02;

export const messagesScorer: Scorer = {
  name: 'messages',
  sets: ['triage/health'],
  targets: {
    'messages.unseen.alarm.recall': { target: 0.93 },
    'messages.unseen.alarm.false': { target: 0.06, better: 'lower' },
    'messages.unseen.route': { target: 0.9 },
    'messages.unseen.facts.recall': { target: 0.85 },
    'messages.unseen.facts.precision': { target: 0.93 },
  },
  async run(_data, reader): Promise<Scored> {
    const scores: Score[] = [];
    const confusions: Confusion[] = [];
    for (const set of SETS) {
      const judge = new Judge(
        set,
        set.startsWith('dev') || process.env.MESSAGES_SHOW_UNSEEN !== undefined ? confusions : [],
      );
      for (const row of rowsOf(set)) await judge.row(row, reader);
      scores.push(...judge.scores());
    }
    return { scores, confusions };
  },
};

class Judge {
  readonly #tallies = new Map<string, Tally>();
  readonly #set: string;
  readonly #confusions: Confusion[];

  constructor(set: string, confusions: Confusion[]) {
    this.#set = set;
    this.#confusions = confusions;
  }

  async row(row: Row, reader: Reader): Promise<void> {
    const families = familiesOf(row.text);
    const got = families.join(', ') || 'none';
    if (row.alarm) {
      this.#count('alarm.recall', families.length > 0, row, row.alarm, got);
      if (row.alarm !== 'any') this.#family(row, row.alarm, families);
    } else if (row.alarm === null) this.#count('alarm.false', families.length > 0, row, 'none', got);
    if (row.route) {
      const { route } = await reader.triage(row.text, row.patient_told_before ?? []);
      this.#count('route', row.route.split('|').includes(route), row, row.route, route);
    }
    if (row.facts) this.#facts(row, row.facts);
  }

  #family(row: Row, alarm: string, families: readonly string[]): void {
    const wanted = alarm.split('|');
    this.#count(
      'alarm.family',
      wanted.some((family) => families.includes(family)),
      row,
    );
    this.#count(`alarm.style.${row.style}`, families.length > 0, row);
    this.#count(`alarm.of.${wanted[0]}`, families.length > 0, row);
  }

  #facts(row: Row, expected: readonly Expected[]): void {
    const filed = factsOf(row.text).filter(({ kind }) => kind !== 'practitioner' && kind !== 'organization');
    const lines = filed.map(({ kind, name, value }) => `${kind} ${name} ${value ?? ''}`.trim()).join('; ') || 'nothing';
    for (const one of expected) {
      const found = filed.some((fact) => isMeant(fact, one));
      const wanted = `${one.kind} ${one.name} ${one.value ?? ''}`.trim();
      this.#count('facts.recall', found, row, wanted, lines);
      this.#count(`facts.recall.${one.kind}`, found, row);
    }
    for (const fact of filed) {
      const meant = expected.some((one) => isMeant(fact, one));
      this.#count('facts.precision', meant, row, 'not filed', `${fact.kind} ${fact.name} ${fact.value ?? ''}`);
    }
    for (const forbidden of row.must_not_file ?? []) {
      const violated = filed.some((fact) => isForbidden(fact, forbidden, expected));
      this.#count('facts.forbidden', violated, row, `not ${forbidden}`, lines);
    }
  }

  #count(what: string, hit: boolean, { text }: Row, expected?: string, got = ''): void {
    const name = `messages.${this.#set}.${what}`;
    const tally = this.#tallies.get(name) ?? { name, hits: [] };
    tally.hits.push(hit);
    this.#tallies.set(name, tally);
    const wrong = what.endsWith('false') || what.endsWith('forbidden') ? hit : !hit;
    if (wrong && expected !== undefined) this.#confusions.push({ score: name, expected, got, text });
  }

  scores(): Score[] {
    return [...this.#tallies.values()]
      .map(({ name, hits }) => ({ name, value: hits.filter(Boolean).length / hits.length, count: hits.length }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function rowsOf(set: string): Row[] {
  const file = new URL(`../cases/messages/${set}.jsonl`, import.meta.url);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}

function isMeant(fact: Fact, { kind, name, value }: Expected): boolean {
  const sameKind = fact.kind === kind || (FINDINGS.has(fact.kind) && FINDINGS.has(kind));
  if (!sameKind) return false;
  const values = value === undefined || value === null ? [] : [value].flat();
  // "Visit with cardiologist", "cardiology appointment": everybody calls it otherwise.
  if (kind === 'encounter') return true;
  if (!isCalled(fact.name, name)) return false;
  if (fact.kind !== 'observation' || values.length === 0) return true;
  const read = [fact.value, fact.canonical?.value].map(Number);
  return values.some((one) => read.some((other) => Math.abs(other - one) <= TOLERANCE * Math.abs(one)));
}

/** By the vocabulary's own name, else by a word that both have. */
function isCalled(filed: string, expected: string): boolean {
  const known = termNamed(expected)?.name ?? expected;
  if (filed.toLowerCase() === known.toLowerCase()) return true;
  const words = new Set(wordsIn(expected));
  return wordsIn(filed).some((word) => words.has(word));
}

function wordsIn(name: string): string[] {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
    .map((word) => foldWord(word));
}

/** "Weight 18": that name with that value; a name alone where nothing of that name was to be filed. */
function isForbidden(fact: Fact, forbidden: string, expected: readonly Expected[]): boolean {
  const number = /\d+(?:\.\d+)?/.exec(forbidden)?.[0];
  if (!isCalled(fact.name, forbidden)) return false;
  if (number !== undefined) return Math.abs(Number(fact.value) - Number(number)) <= TOLERANCE * Number(number);
  return !expected.some((one) => isMeant(fact, one));
}
