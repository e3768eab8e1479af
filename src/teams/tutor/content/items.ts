/** Everything that can be asked without a model, by topic. Made once, with the first question of a process. */
import { once, systemsOfTerm, type Term, termNamed } from '../../../clinical/index.ts';
import { definitionItems } from './definitions.ts';
import type { Item } from './item.ts';
import { measurementItems } from './measurements.ts';
import { medicineItems } from './medicines.ts';

export const allItems = once((): readonly Item[] => [...definitionItems(), ...medicineItems(), ...measurementItems()]);

export type Topic = {
  /** As the user reads it. */
  name: string;
  /** What progress on it is counted by. */
  area: string;
  /** What is asked first: about the term itself. Then what belongs to the same area. */
  own: readonly Item[];
  near: readonly Item[];
};

/** Longer names are none that a table has. */
const LONGEST_NAME = 80;

/** Null if the tables hold nothing on it. */
export function topicNamed(name: string): Topic | null {
  const asked = name.trim().slice(0, LONGEST_NAME);
  const term = termNamed(asked);
  const own = allItems().filter((item) =>
    [term?.name, asked].some(
      (one) => one?.toLowerCase() === item.term.toLowerCase() || one?.toLowerCase() === item.area,
    ),
  );
  const area = own[0]?.area ?? (term && areaOf(term));
  if (area === undefined || area === null) return null;
  const ofClass = term?.drugClass
    ? allItems().filter(({ id, back }) => id.startsWith('class:') && back === term.drugClass)
    : [];
  const near = allItems().filter((item) => item.area === area && !own.includes(item) && !ofClass.includes(item));
  if (own.length + ofClass.length + near.length === 0) return null;
  return { name: term && term.kind !== 'body_system' ? term.name : area, area, own: [...own, ...ofClass], near };
}

function areaOf({ kind, name, system }: Term): string | null {
  if (kind === 'drug') return systemsOfTerm(name, 'drug')[0] ?? null;
  return system ?? null;
}
