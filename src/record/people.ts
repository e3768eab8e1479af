/** The people whose records there are, as lists show them: the same for every engine. */
import type { PatientProfile } from './patient-graph.ts';

export type ListedPerson = PatientProfile & {
  id: string;
  updated_at: string;
  /** How many there are, of all kinds. */
  facts: number;
};

export type PeopleQuery = {
  /** What the id begins with, in any case; '' for all. */
  prefix: string;
  /** The last id of the page before. */
  after: string | null;
  limit: number;
  /** Nobody but these; null: everybody. */
  only: ReadonlySet<string> | null;
};

/** Lists are in the order of ids without case, then of ids: who looks for "Anna" finds "anna". */
export function sortOf(id: string): string {
  return id.toLowerCase();
}

export function afterPerson(after: string | null): { sort: string; id: string } {
  return { sort: sortOf(after ?? ''), id: after ?? '' };
}
