/** The words that say something about a finding ("no", "history of", "my mother"), from the table in `data/context-triggers.psv`. */
import { readTable } from '../vocabulary/table.ts';
import { Phrases } from './phrases.ts';
import type { Token } from './tokens.ts';

const KINDS = [
  'negated',
  'affirmed',
  'conditional',
  'about',
  'possible',
  'past',
  'now',
  'family',
  'other',
  'role',
  'people',
  'carer',
  'end',
  'none',
] as const;
export type TriggerKind = (typeof KINDS)[number];
const DIRECTIONS = ['forward', 'backward', 'both'] as const;
type Direction = (typeof DIRECTIONS)[number];

type Rule = { kind: TriggerKind; direction: Direction; reach: number; wholeSentence: boolean };

/** `from` and `to` are places in the list of tokens. */
export type Trigger = Rule & { from: number; to: number };

const phrases = new Phrases<Rule>(
  readTable('context-triggers', ['trigger', 'kind', 'direction', 'reach']).map((row) => ({
    phrase: row.trigger,
    value: ruleOf(row),
  })),
);

export function findTriggers(tokens: readonly Token[], from?: number, to?: number): Trigger[] {
  return phrases.find(tokens, from, to).map((match) => ({ ...match.value, from: match.from, to: match.to }));
}

function ruleOf(row: { trigger: string; kind: string; direction: string; reach: string }): Rule {
  const kind = KINDS.find((one) => one === row.kind);
  const direction = DIRECTIONS.find((one) => one === row.direction);
  const wholeSentence = row.reach === 'sentence';
  const reach = row.reach === '' || wholeSentence ? Number.POSITIVE_INFINITY : Number(row.reach);
  if (!kind || !direction || Number.isNaN(reach)) throw new Error(`context-triggers.psv: cannot read "${row.trigger}"`);
  return { kind, direction, reach, wholeSentence };
}
