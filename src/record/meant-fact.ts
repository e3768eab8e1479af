/**
 * Which fact of the record a person means who corrects one: by kind, name, value and day, as far as they were said, else the one told last.
 * Whoever announces a correction and whoever makes it ask here, so that both mean the same fact.
 */
import type { Description } from './corrections.ts';
import { nameKey, sameTime } from './identity.ts';
import type { AnyEntry, SidePanel } from './record.ts';
import type { FiledKind } from './schema.ts';

export type Meant<Entry> = { found: Entry } | { candidates: Entry[] };

/** Of what is compared here; entries of the record, and of a digest of it. */
export type Comparable = {
  kind: FiledKind;
  name: string;
  value?: number | string;
  unit?: string;
  effective_time?: string;
  recorded_at?: string;
};

/** "No, it was 130" is about what was said in this conversation, or in another of the last day. */
const LATELY_MS = 86_400_000;
/** A person can choose between these. */
const MAX_CANDIDATES = 5;

/** Every fact that the panel shows. */
export function entriesOf(panel: SidePanel): AnyEntry[] {
  const { conditions, symptoms, medications, allergies, observations, encounters, procedures, documents } = panel;
  const family = panel.family_history.map((entry) => ({ ...entry, kind: 'family_history' as const }));
  const own = [conditions, symptoms, medications, allergies, observations, encounters, procedures, documents];
  return [...own.flat(), ...panel.profile, ...family];
}

/** No candidates: the record has nothing like it. Several: it is not clear which one is meant. */
export function meantBy<Entry extends Comparable>(
  said: Description,
  entries: readonly Entry[],
  isLate: (entry: Entry) => boolean,
): Meant<Entry> {
  const fitting = named(said, entries).filter((entry) => fits(said, entry) && (!said.lately || isLate(entry)));
  const isNarrowed = said.value !== undefined || said.effective_time !== undefined;
  const left = isNarrowed ? fitting : toldLast(fitting);
  const [only] = left;
  return only && left.length === 1 ? { found: only } : { candidates: left.slice(0, MAX_CANDIDATES) };
}

/** Whether an entry was told within the last day. */
export function toldWithin(now: string): (entry: Comparable) => boolean {
  return ({ recorded_at = '' }) => {
    const age = Date.parse(now) - Date.parse(recorded_at);
    return age >= 0 && age <= LATELY_MS;
  };
}

/** By its own name; else, where none has it, by a name that has all its words ("sugar" -> "Blood sugar"). */
function named<Entry extends Comparable>({ name }: Description, entries: readonly Entry[]): readonly Entry[] {
  if (name === undefined) return entries;
  const exact = entries.filter((entry) => nameKey(entry.name) === nameKey(name));
  if (exact.length > 0) return exact;
  const words = nameKey(name).split(' ');
  return entries.filter((entry) => {
    const own = new Set(nameKey(entry.name).split(' '));
    return words.every((word) => own.has(word));
  });
}

function fits(said: Description, entry: Comparable): boolean {
  const time = entry.effective_time ?? entry.recorded_at ?? '';
  return (
    (said.kinds === undefined || said.kinds.includes(entry.kind)) &&
    (said.value === undefined || String(said.value) === String(entry.value)) &&
    (said.unit === undefined || entry.unit === undefined || said.unit.toLowerCase() === entry.unit.toLowerCase()) &&
    (said.effective_time === undefined || sameTime(said.effective_time.slice(0, DAY), time.slice(0, DAY)))
  );
}

const DAY = 'YYYY-MM-DD'.length;

function toldLast<Entry extends Comparable>(entries: readonly Entry[]): Entry[] {
  const last = entries
    .map(({ recorded_at = '' }) => recorded_at)
    .sort()
    .at(-1);
  return entries.filter(({ recorded_at = '' }) => recorded_at === last);
}
