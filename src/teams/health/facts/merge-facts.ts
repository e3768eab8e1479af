/** Merges duplicates: several extractors read the same message, and often the same words. */
import { type Fact, FactDetails, sameCanonical } from '../../../record/index.ts';

const DETAILS = Object.keys(FactDetails.shape) as (keyof typeof FactDetails.shape)[];

export function mergeFacts(facts: readonly Fact[]): Fact[] {
  const merged: Fact[] = [];
  // Sorted, so that the order of arrival does not matter and a replay files the same facts under the same ids.
  for (const fact of [...facts].sort(byPlace)) {
    const at = merged.findIndex((other) => isSame(other, fact));
    if (at < 0) merged.push(fact);
    else merged[at] = joined(merged[at] as Fact, fact);
  }
  return merged.sort(byPlace);
}

/** Whether both say the same of the same message. */
export function isSame(a: Fact, b: Fact): boolean {
  if (a.kind !== b.kind || a.name.toLowerCase() !== b.name.toLowerCase()) return false;
  if (!agree(a, b)) return false;
  const touching = a.evidence.start < b.evidence.end && b.evidence.start < a.evidence.end;
  if (touching) return true;
  // Mentioned twice. A measurement is a new one unless value and time are the same; anything else is the same fact again.
  if (a.kind === 'observation')
    return a.value !== undefined && a.value === b.value && a.effective_time === b.effective_time;
  return a.kind !== 'encounter' && !conflict(a.effective_time, b.effective_time) && !conflict(a.status, b.status);
}

/** Equal values, in whatever unit, or one side without a value. */
export function agree(a: Fact, b: Fact): boolean {
  if (a.value === undefined || b.value === undefined) return true;
  if (a.canonical && b.canonical) return sameCanonical(a.canonical.value, b.canonical.value, a.unit === b.unit);
  return String(a.value) === String(b.value) && !conflict(a.unit?.toLowerCase(), b.unit?.toLowerCase());
}

function conflict(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** The more detailed one, with its gaps filled from the other. */
function joined(a: Fact, b: Fact): Fact {
  const [best, rest] =
    detail(b) > detail(a) || (detail(b) === detail(a) && b.confidence > a.confidence) ? [b, a] : [a, b];
  const result: Record<string, unknown> = { ...best, confidence: Math.max(a.confidence, b.confidence) };
  for (const key of DETAILS) if (result[key] === undefined && rest[key] !== undefined) result[key] = rest[key];
  if (best.value === undefined && rest.canonical) result.canonical = rest.canonical;
  if (!best.canonical && rest.canonical && best.value === rest.value) result.canonical = rest.canonical;
  if (!best.code && rest.code) result.code = rest.code;
  return result as Fact;
}

function detail(fact: Fact): number {
  return DETAILS.filter((key) => fact[key] !== undefined).length + (fact.canonical ? 1 : 0) + (fact.code ? 1 : 0);
}

function byPlace(a: Fact, b: Fact): number {
  return (
    a.evidence.start - b.evidence.start ||
    b.evidence.end - a.evidence.end ||
    order(a.kind, b.kind) ||
    order(b.name, a.name) ||
    order(a.source_agent, b.source_agent) ||
    order(a.id, b.id)
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
