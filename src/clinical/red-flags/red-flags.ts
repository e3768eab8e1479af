/**
 * The check that runs on every message before anything medical is said: does somebody need help now? Deterministic, so that
 * no model can talk it away. What it finds decides only how the reply begins.
 */
import { isAsserted, type Span, straight } from './assertion.ts';
import { FAMILIES, type Family } from './families.ts';
import { criticalValues } from './values.ts';

export type RedFlag = {
  family: string;
  advice: string;
  /** Where in the message it stands. */
  evidence: Span;
};

/** One flag for each family, in the order of urgency, then each critical value. */
export function redFlags(text: string): RedFlag[] {
  const message = straight(text);
  const flags: RedFlag[] = [];
  for (const family of FAMILIES) {
    const evidence = evidenceOf(message, family);
    if (evidence) flags.push({ family: family.family, advice: family.advice, evidence });
  }
  for (const { start, end, advice } of criticalValues(message)) {
    if (!flags.some((flag) => flag.advice === advice))
      flags.push({ family: 'critical_value', advice, evidence: { start, end } });
  }
  return flags;
}

/** What the reply must begin with; empty if nothing is wrong. */
export function redFlagAdvice(flags: readonly RedFlag[]): string {
  return [...new Set(flags.map((flag) => flag.advice))].join('\n');
}

function evidenceOf(message: string, { any = [], together = [], alsoAsked = false }: Family): Span | null {
  for (const pattern of any) {
    const found = firstAsserted(message, pattern, alsoAsked);
    if (found) return found;
  }
  for (const patterns of together) {
    const found = patterns.map((pattern) => firstAsserted(message, pattern, false));
    const first = found[0];
    if (first && found.every(Boolean)) return first;
  }
  return null;
}

function firstAsserted(message: string, pattern: RegExp, asked: boolean): Span | null {
  for (const match of message.matchAll(loosened(pattern))) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (isAsserted(message, span, asked)) return span;
  }
  return null;
}

const LOOSE = new Map<RegExp, RegExp>();

/** In a hurry nobody types apostrophes: "cant breathe" is "can't breathe". */
function loosened(pattern: RegExp): RegExp {
  const known = LOOSE.get(pattern) ?? new RegExp(pattern.source.replaceAll("'", "'?"), pattern.flags);
  LOOSE.set(pattern, known);
  return known;
}
