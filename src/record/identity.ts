/**
 * When two facts speak of the same thing. Names are compared without case and spacing; the rule for each kind stands in
 * the schema. Derived ids make a retry, or another process, arrive at the same node.
 */
import { v5 as uuidv5 } from 'uuid';
import type { Telling } from './fact.ts';
import type { GraphNode, Properties } from './patient-graph.ts';
import { textOf, timeOf } from './properties.ts';
import { hasEnded } from './retell.ts';
import { FILED_KINDS, type FiledKind, kindRule, type LabelName } from './schema.ts';

const NODES = '0b0b6a39-7c0e-5d0c-8a53-6f7a5d1f3e42';

/** A value without a time that is told again within this time is the same reading; later, it is a new one. */
const RETOLD_MS = 86_400_000;
/** Given in two units, one value differs by less than this. */
const TOLERANCE = 0.005;

const AT_ONCE_MS = 60_000;

/** A symptom told again within this time is still the same episode; longer, and it has come back. */
const EPISODE_DAYS = 30;

/** A name as a key: "  Type 2  Diabetes" and "type 2 diabetes" are one. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The same parts give the same node id, everywhere. */
export function derivedId(...parts: string[]): string {
  return uuidv5(JSON.stringify(parts), NODES);
}

/** The key under which a patient has this thing once; null where the name alone cannot tell. */
export function instanceKey(patient: string, fact: Telling, properties: Properties): string | null {
  return keyOf(fact.kind, patient, properties);
}

/** What a patient's measurements, visits and episodes of one name are listed by; null for other labels. */
export function listKey(label: LabelName, properties: Properties): string | null {
  return LISTED.has(label) ? nameKey(textOf(properties, 'name') ?? '') : null;
}

const LISTED: ReadonlySet<LabelName> = new Set(['Observation', 'SymptomEpisode', 'Encounter']);

/** The key of a patient's own node that is there, as filing gave it; null where it has none but its id. */
export function keyOfNode(patient: string, { label, properties }: GraphNode): string | null {
  const kind = kindOfLabel(label);
  return kind ? keyOf(kind, patient, properties) : null;
}

/** Null for a label that no fact has. */
export function kindOfLabel(label: LabelName): FiledKind | null {
  return KIND_OF.get(label) ?? null;
}

const KIND_OF: ReadonlyMap<LabelName, FiledKind> = new Map(FILED_KINDS.map((kind) => [kindRule(kind).label, kind]));

function keyOf(kind: FiledKind, patient: string, properties: Properties): string | null {
  const name = nameKey(textOf(properties, 'name') ?? '');
  const url = textOf(properties, 'url');
  // A relative has a condition once, and two relatives have it each for themselves.
  const whose = kind === 'family_history' ? [nameKey(textOf(properties, 'relation') ?? '')] : [];
  const apart = properties.apart === true ? [{ episode: properties.episode }] : [];
  switch (kindRule(kind).identity) {
    case 'named':
      return JSON.stringify([patient, ...whose, name, ...apart]);
    case 'occasion':
      return JSON.stringify([patient, ...(url ? [url] : [name, day(properties)]), ...apart]);
    default:
      return null;
  }
}

/**
 * Whether an episode of a source is what stands under its name: it was filed there, or a conversation told of it. What is over is not what
 * goes on, and of two that are over only the same time makes one.
 */
export function isMeantBy(kind: FiledKind, current: Properties, told: Properties): boolean {
  if (current.episode !== undefined) return current.episode === told.episode;
  if (kindRule(kind).identity === 'occasion' || !hasEnded(told)) return true;
  const [one, other] = [textOf(current, 'effective_text'), textOf(told, 'effective_text')];
  return hasEnded(current) && one !== undefined && other !== undefined && sameTime(one, other);
}

/** Whether a symptom is told of while an earlier episode of it still goes on. */
export function sameEpisode(current: Properties, told: Properties): boolean {
  if (told.episode !== undefined && current.episode !== undefined) return told.episode === current.episode;
  const now = timeOf(told);
  if (hasEnded(current) || now === undefined) return false;
  return [textOf(current, 'effective_time'), textOf(current, 'recorded_at')].some(
    (time) => time !== undefined && Math.abs(Date.parse(now) - Date.parse(time)) <= EPISODE_DAYS * 86_400_000,
  );
}

/** Whether a measurement or a visit is told again in another turn: the same value, at the same time as far as both give one. */
export function sameReading(current: Properties, told: Properties): boolean {
  if (current.turn_id === told.turn_id || !sameValue(current, told)) return false;
  const [one, other] = [timeGiven(current), timeGiven(told)];
  if (one !== undefined && other !== undefined) return sameTime(one, other);
  const [first, again] = [current, told].map((properties) => Date.parse(textOf(properties, 'recorded_at') ?? ''));
  return Math.abs(Number(first) - Number(again)) <= RETOLD_MS;
}

/** "Pulse 88 today", told in the morning, has the moment of the telling, which is not the time of the reading. */
function timeGiven(properties: Properties): string | undefined {
  const time = textOf(properties, 'effective_text');
  const recorded = textOf(properties, 'recorded_at');
  const atOnce = time !== undefined && Math.abs(Date.parse(time) - Date.parse(recorded ?? '')) < AT_ONCE_MS;
  return atOnce && time.includes('T') ? undefined : time;
}

/** The same value, in whatever unit. */
function sameValue(a: Properties, b: Properties): boolean {
  const [one, other] = [a.canonical_value, b.canonical_value];
  if (typeof one !== 'number' || typeof other !== 'number') return a.value === b.value && a.unit === b.unit;
  return sameCanonical(one, other, a.unit === b.unit);
}

/** Told in one unit, any other number is another value. */
export function sameCanonical(one: number, other: number, inOneUnit: boolean): boolean {
  if (inOneUnit) return one === other;
  return Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
}

/** As precisely as the less precise of the two was told: a day contains its hours. */
export function sameTime(one: string, other: string): boolean {
  const [rough = '', exact = ''] = [one, other].sort((a, b) => a.length - b.length);
  if (/^\d{4}(?:-\d{2}){0,2}$/.test(rough)) return exact.startsWith(rough);
  return one === other || Date.parse(one) === Date.parse(other);
}

function day(properties: Properties): string {
  return textOf(properties, 'effective_time')?.slice(0, 10) ?? '';
}
