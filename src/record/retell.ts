/**
 * How a node changes when it is told again. What the new fact says replaces what was there, what it does not mention stays, and what
 * was replaced is kept in `history`, because a changed dose is itself a medical fact.
 */
import type { PastState, Properties } from './patient-graph.ts';
import { keepsProfile } from './profile.ts';
import { textOf } from './properties.ts';
import { type FiledKind, kindRule } from './schema.ts';

const ENDED = new Set(['stopped', 'discontinued', 'completed', 'resolved', 'ended', 'inactive', 'past']);

/** What is only planned has not begun, and has not ended either. */
const PLANNED = new Set(['planned', 'scheduled', 'intended']);

/** These only make sense together: a new value never keeps an old unit. */
const GROUPS = [
  ['value', 'unit', 'canonical_value', 'canonical_unit'],
  ['frequency', 'times_per_day', 'as_needed'],
  ['effective_time', 'effective_text'],
  ['code', 'code_system'],
];

/** Who told it last, when, and with which codes of theirs: changes with every fact and is not part of the content. */
const PROVENANCE = ['turn_id', 'recorded_at', 'source_agent', 'confidence', 'source_codes'];

/** Name and relation identify the node: another spelling of them is no change. */
const NOT_CONTENT = new Set([...PROVENANCE, 'name', 'relation', 'history']);

/** "I used to take it in 2019" must not end what is taken today; "I stopped last week" must, even if told late. */
const LONG_AGO_DAYS = 90;

/** Enough for a dose that changes every week for two years. */
const HISTORY_LIMIT = 100;

export function hasEnded(properties: Properties): boolean {
  return ENDED.has(textOf(properties, 'status') ?? '');
}

export function hasBeenPlanned(properties: Properties): boolean {
  return PLANNED.has(textOf(properties, 'status') ?? '');
}

export function regimenState(properties: Properties): 'active' | 'historical' | 'planned' {
  if (hasEnded(properties)) return 'historical';
  return hasBeenPlanned(properties) ? 'planned' : 'active';
}

/** A node as it is first told. A measurement or a visit has no end of its own. */
export function firstTold(kind: FiledKind, told: Properties): Properties {
  const lasts = kindRule(kind).identity !== 'reading';
  return lasts && hasEnded(told) && !isEpisode(told) ? { ...told, ended_time: endOf(told) } : told;
}

/** With the end that its status says, or without the one that it no longer has. */
export function endedWith(kind: FiledKind, properties: Properties, now: string): Properties {
  const { ended_time, ...rest } = properties;
  if (!hasEnded(properties) || kindRule(kind).identity === 'reading') return rest;
  return { ...rest, ended_time: ended_time ?? now };
}

export function retold(kind: FiledKind, current: Properties, told: Properties): Properties {
  // A reading stays where it was; another telling of it can only say more.
  if (kind === 'observation') return { ...told, ...current };
  if (kind === 'profile' && keepsProfile(current, told)) return current;
  const sameEpisode = isEpisode(told) && told.episode === current.episode;
  if (!sameEpisode && isAboutThePast(kind, current, told)) return withPast(current, pastOf(told, contentOf(told)));

  const next: Properties = { ...current };
  const ending = hasEnded(told);
  // The time told with an ending is when it ended, not when it began.
  const changes = contentOf(told).filter(
    (name) => isEpisode(told) || !(ending && current.effective_time && name.startsWith('effective_')),
  );
  for (const name of changes) for (const stale of groupOf(name)) delete next[stale];
  for (const name of changes) next[name] = told[name] as Properties[string];
  if (ending && kind !== 'encounter' && !isEpisode(told)) next.ended_time = endOf(told);
  else if (told.status !== undefined)
    for (const end of ['ended_time', 'ended_text']) if (told[end] === undefined) delete next[end];

  // The tablet of a source has the strength that it gave.
  if (current.value !== undefined && next.value !== current.value && !told.source_codes) delete next.source_codes;

  const changed = contentOf(current).filter((name) => next[name] !== current[name]);
  for (const name of PROVENANCE) if (told[name] !== undefined) next[name] = told[name] as Properties[string];
  return changed.length === 0 ? next : withPast(next, pastOf(current, changed));
}

/** Whether the new fact is about a time before what is on file, and so is only added to the history. */
function isAboutThePast(kind: FiledKind, current: Properties, told: Properties): boolean {
  return isFormerDose(current, told) || isLongAgo(kind, current, told);
}

/** "I take 20 mg, I used to take 10": the second half must not end the first, in whichever order they are read. */
function isFormerDose(current: Properties, told: Properties): boolean {
  if (!hasEnded(told) || hasEnded(current)) return false;
  const otherDose = told.value !== undefined && current.value !== undefined && told.value !== current.value;
  const sameTurn = told.turn_id === current.turn_id;
  return told.status === 'past' ? otherDose || sameTurn : otherDose && sameTurn;
}

/** For a condition that continues, an earlier date only corrects its beginning. */
function isLongAgo(kind: FiledKind, current: Properties, told: Properties): boolean {
  const then = textOf(told, 'effective_time');
  const since = textOf(current, 'effective_time');
  if (then === undefined || since === undefined) return false;
  if (kind !== 'medication' && !hasEnded(told)) return false;
  return Date.parse(since) - Date.parse(then) > LONG_AGO_DAYS * 86_400_000;
}

function contentOf(properties: Properties): string[] {
  return Object.keys(properties).filter((name) => !NOT_CONTENT.has(name));
}

function groupOf(name: string): string[] {
  return GROUPS.find((group) => group.includes(name)) ?? [name];
}

/** Of a source that says by itself when it began and when it ended; what it does not say is not known. */
function isEpisode(told: Properties): boolean {
  return told.episode !== undefined;
}

function endOf(told: Properties): string {
  return textOf(told, 'effective_time') ?? textOf(told, 'recorded_at') ?? '';
}

function pastOf(properties: Properties, names: string[]): PastState {
  const past: PastState = {};
  for (const name of [...names, 'turn_id', 'recorded_at']) {
    const value = properties[name];
    if (value !== undefined && !Array.isArray(value)) past[name] = value;
  }
  return past;
}

function withPast(properties: Properties, past: PastState): Properties {
  const before = Array.isArray(properties.history) ? properties.history : [];
  return { ...properties, history: [...before, past].slice(-HISTORY_LIMIT) };
}
