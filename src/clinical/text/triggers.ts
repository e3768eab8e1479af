/**
 * Finds the words that say something about a finding ("no", "history of", "my mother"), from the table in
 * `data/context-triggers.psv`. One pass over the tokens: rows are looked up by their first word and the longest one wins.
 */
import { readTable } from '../vocabulary/table.ts';
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
  'people',
  'carer',
  'end',
  'none',
] as const;
export type TriggerKind = (typeof KINDS)[number];
const DIRECTIONS = ['forward', 'backward', 'both'] as const;
type Direction = (typeof DIRECTIONS)[number];

type Rule = { kind: TriggerKind; direction: Direction; reach: number; wholeSentence: boolean; parts: Part[] };
type Part = { words: ReadonlySet<string>; number: boolean; year: boolean; any: boolean; optional: boolean };

/** `from` and `to` are places in the list of tokens. */
export type Trigger = {
  kind: TriggerKind;
  direction: Direction;
  reach: number;
  wholeSentence: boolean;
  from: number;
  to: number;
};

const GAP = 6;
const NUMBER =
  /^(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty)$/;
const YEAR = /^(?:19|20)\d\d$/;
const WORD = /^[\p{L}\p{N}]/u;
const ABBREVIATION = /^\p{L}\/\p{L}$/u;

const rules = readTable('context-triggers', ['trigger', 'kind', 'direction', 'reach']).map(ruleOf);
const byFirstWord = new Map<string, Rule[]>();
const byFirstNumber: Rule[] = [];
for (const rule of rules) index(rule);

export function findTriggers(tokens: readonly Token[], from = 0, to = tokens.length): Trigger[] {
  const found: Trigger[] = [];
  let at = from;
  while (at < to) {
    const trigger = longestAt(tokens, at, to);
    if (trigger) found.push(trigger);
    at = trigger ? trigger.to : at + 1;
  }
  return found;
}

function longestAt(tokens: readonly Token[], from: number, limit: number): Trigger | null {
  const word = (tokens[from] as Token).word;
  const candidates = byFirstWord.get(word) ?? (NUMBER.test(word) ? byFirstNumber : undefined);
  let best: Rule | null = null;
  let end = from;
  for (const rule of candidates ?? []) {
    const to = matched(rule.parts, 0, tokens, from, limit);
    if (to <= from || to < end) continue;
    best = rule;
    end = to;
  }
  return best && { ...best, from, to: end };
}

/** Where the parts end if they stand at this token, as far as they can; -1 if they do not. */
function matched(parts: readonly Part[], part: number, tokens: readonly Token[], at: number, limit: number): number {
  const wanted = parts[part];
  if (!wanted) return at;
  const token = at < limit ? tokens[at] : undefined;
  const here = token && fits(wanted, token.word) ? matched(parts, part + 1, tokens, at + 1, limit) : -1;
  if (here >= 0 || !wanted.optional) return here;
  return matched(parts, part + 1, tokens, at, limit);
}

function fits(part: Part, word: string): boolean {
  if (part.words.has(word)) return true;
  return (part.any && WORD.test(word)) || (part.number && NUMBER.test(word)) || (part.year && YEAR.test(word));
}

function ruleOf(row: { trigger: string; kind: string; direction: string; reach: string }): Rule {
  const kind = KINDS.find((one) => one === row.kind);
  const direction = DIRECTIONS.find((one) => one === row.direction);
  const wholeSentence = row.reach === 'sentence';
  const reach = row.reach === '' || wholeSentence ? Number.POSITIVE_INFINITY : Number(row.reach);
  if (!kind || !direction || Number.isNaN(reach)) throw new Error(`context-triggers.psv: cannot read "${row.trigger}"`);
  return { kind, direction, reach, wholeSentence, parts: row.trigger.toLowerCase().split(/\s+/).flatMap(partsOf) };
}

function partsOf(written: string): Part[] {
  if (written === '...') return Array.from({ length: GAP }, () => partOf(['*'], true));
  const optional = written.length > 1 && written.endsWith('?');
  const spelled = optional ? written.slice(0, -1) : written;
  return [partOf(ABBREVIATION.test(spelled) ? [spelled] : spelled.split('/'), optional)];
}

function partOf(alternatives: readonly string[], optional: boolean): Part {
  const words = new Set(alternatives);
  return { words, optional, any: words.has('*'), number: words.has('<number>'), year: words.has('<year>') };
}

function index(rule: Rule): void {
  for (const part of rule.parts) {
    if (part.any) throw new Error('context-triggers.psv: a trigger cannot begin with any word');
    if (part.number) byFirstNumber.push(rule);
    for (const word of part.words) {
      const same = byFirstWord.get(word);
      if (!same) byFirstWord.set(word, [rule]);
      else if (same.at(-1) !== rule) same.push(rule);
    }
    if (!part.optional) return;
  }
}
