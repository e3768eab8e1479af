/** What differs for a child: when to see someone, what helps, and what to know before a medicine is given. Never a dose. */
import { readTable } from '../vocabulary/table.ts';
import { termOf } from './known-terms.ts';

type ChildFacts = { see: string; care: string; source: string };

const TOPICS = new Map<string, ChildFacts>(
  readTable('children', ['topic', 'see', 'care', 'source']).map(({ topic, ...facts }) => [topic, facts]),
);
const MEDICINES = new Map(
  readTable('child-medicines', ['medicine', 'advice', 'source']).map((row) => [row.medicine, row]),
);

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
