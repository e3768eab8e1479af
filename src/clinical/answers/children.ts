/** What differs for a child: when to see someone, what helps, and what to know before a medicine is given. Never a dose. */
import { understand } from '../message/understand.ts';
import { CHILD_YEARS, UNDER_A_YEAR } from '../text/child-ages.ts';
import { patternsOf } from '../text/patterns.ts';
import { readTable } from '../vocabulary/table.ts';
import { termOf } from './known-terms.ts';

const { pattern } = patternsOf('answers', 'children');

type ChildFacts = { see: string; care: string; source: string };

const TOPICS = new Map<string, ChildFacts>(
  readTable('children', ['topic', 'see', 'care', 'source']).map(({ topic, ...facts }) => [topic, facts]),
);
const MEDICINES = new Map(
  readTable('child-medicines', ['medicine', 'advice', 'source']).map((row) => [row.medicine, row]),
);

const CHILD = pattern('CHILD', 'i', { UNDER_A_YEAR, CHILD_YEARS });
const GIVES_THEM = /\b(?:give|gave|giving)\b.{0,20}\b(?:her|him|them|it)\b/i;
const EARLIER_MESSAGES = 4;

export function childFacts(name: string): ChildFacts | null {
  return TOPICS.get(name) ?? null;
}

/** "Ibuprofen for a child: not under 3 months …" By the medicine's own name, else by its class. */
export function childMedicine(name: string): string {
  const row = MEDICINES.get(name) ?? MEDICINES.get(termOf(name, 'drug')?.drugClass ?? '');
  return row
    ? `${name} for a child: ${row.advice} (${row.source}).`
    : `${name} for a child: my tables do not say; ask a pharmacist or doctor first.`;
}

/** "How much Calpol can I give a 4 year old?", "… give her?" of a child that was told of before: an adult's dose is no answer. `second`: it follows another question. */
export function isForChild(text: string, earlier: readonly string[], second: boolean): boolean {
  if (tellsOfChild(text) || (second && tellsOfChild(earlier.at(-1) ?? ''))) return true;
  return GIVES_THEM.test(text) && earlier.slice(-EARLIER_MESSAGES).some(tellsOfChild);
}

function tellsOfChild(text: string): boolean {
  return CHILD.test(text) || understand(text).clauses.some(({ subject }) => subject === 'child');
}
