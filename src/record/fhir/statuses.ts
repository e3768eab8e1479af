/**
 * The record's words for a status, and FHIR's codes for it. A word that could not be restored from the code is exported beside it.
 */
import type { DocumentReference, Encounter, MedicationStatement, Observation, Procedure } from 'fhir/r4.js';
import type { FactKind } from '../fact.ts';
import type { FiledKind } from '../schema.ts';
import { lookup } from './systems.ts';

type Table<Code extends string = string> = {
  /** Words of the record that have a code. */
  codes: Readonly<Record<string, Code>>;
  /** For a word that has none. */
  other: Code;
  /** Where nothing was told. */
  none: Code;
  /** What a code becomes in the record; a code that is not here says nothing. */
  words: Readonly<Record<string, string>>;
};

const over = <const Code extends string>(code: Code, words: readonly string[]): Record<string, Code> =>
  Object.fromEntries(words.map((word) => [word, code]));
const ENDED = ['resolved', 'past', 'ended', 'completed', 'stopped', 'discontinued'] as const;

const clinical: Table = {
  codes: {
    active: 'active',
    recurrence: 'recurrence',
    relapse: 'relapse',
    inactive: 'inactive',
    remission: 'remission',
    ...over('resolved', ENDED),
  },
  other: 'active',
  none: 'active',
  words: {
    active: 'active',
    recurrence: 'recurrence',
    relapse: 'relapse',
    inactive: 'inactive',
    remission: 'remission',
    resolved: 'resolved',
  },
};

/** The codes of each kind that has a status: R4 requires a value set for all but the first three. */
type Codes = {
  condition: string;
  symptom: string;
  allergy: string;
  observation: Observation['status'];
  medication: MedicationStatement['status'];
  encounter: Encounter['status'];
  procedure: Procedure['status'];
  document: DocumentReference['status'];
};

const STATUSES: { readonly [Kind in keyof Codes]: Table<Codes[Kind]> } = {
  condition: clinical,
  symptom: clinical,
  allergy: {
    codes: { active: 'active', inactive: 'inactive', ...over('resolved', ENDED) },
    other: 'active',
    none: 'active',
    words: { active: 'active', inactive: 'inactive', resolved: 'resolved' },
  },
  observation: {
    codes: {
      registered: 'registered',
      preliminary: 'preliminary',
      amended: 'amended',
      corrected: 'corrected',
      unknown: 'unknown',
    },
    other: 'final',
    none: 'final',
    words: {
      registered: 'registered',
      preliminary: 'preliminary',
      amended: 'amended',
      corrected: 'corrected',
      unknown: 'unknown',
    },
  },
  medication: {
    codes: {
      active: 'active',
      planned: 'intended',
      scheduled: 'intended',
      'on hold': 'on-hold',
      ...over('stopped', ['stopped', 'discontinued', 'ended', 'inactive']),
      ...over('completed', ['completed', 'past', 'resolved']),
    },
    other: 'unknown',
    none: 'unknown',
    words: {
      active: 'active',
      intended: 'planned',
      draft: 'planned',
      'on-hold': 'on hold',
      stopped: 'stopped',
      completed: 'completed',
    },
  },
  encounter: {
    codes: {
      active: 'in-progress',
      cancelled: 'cancelled',
      ...over('planned', ['scheduled', 'planned']),
      ...over('finished', ENDED),
    },
    other: 'unknown',
    none: 'unknown',
    words: {
      planned: 'scheduled',
      arrived: 'active',
      triaged: 'active',
      'in-progress': 'active',
      onleave: 'active',
      finished: 'past',
      cancelled: 'cancelled',
    },
  },
  procedure: {
    codes: {
      active: 'in-progress',
      ...over('preparation', ['scheduled', 'planned']),
      ...over('completed', ['past', 'completed', 'resolved', 'ended']),
      ...over('stopped', ['stopped', 'discontinued']),
      'on hold': 'on-hold',
    },
    other: 'unknown',
    none: 'unknown',
    words: {
      preparation: 'scheduled',
      'in-progress': 'active',
      'on-hold': 'on hold',
      stopped: 'stopped',
      completed: 'past',
    },
  },
  document: {
    codes: { superseded: 'superseded' },
    other: 'current',
    none: 'current',
    words: { superseded: 'superseded' },
  },
};

/** `told` where the code alone would come back as another word; `assumed` where it would come back as one nobody said. */
export type StatusCode<Code extends string> = { code: Code; told?: string; assumed?: true };

export function statusCode<Kind extends keyof Codes>(kind: Kind, told: string | undefined): StatusCode<Codes[Kind]> {
  const table: Table<Codes[Kind]> = STATUSES[kind];
  if (told === undefined) {
    return table.words[table.none] === undefined ? { code: table.none } : { code: table.none, assumed: true };
  }
  const code = lookup(table.codes, told.toLowerCase()) ?? table.other;
  return table.words[code] === told ? { code } : { code, told };
}

/** The words that a fact of this kind can have as its status. */
export function statusWords(kind: FiledKind): readonly string[] {
  const table: Table | undefined = kind in STATUSES ? STATUSES[kind as keyof Codes] : undefined;
  return table ? [...new Set([...Object.keys(table.codes), ...Object.values(table.words)])] : ACTIVITY;
}

/** Of a person or a place. */
const ACTIVITY = ['active', 'inactive'];

export function statusWord(kind: FactKind, code: string | undefined): string | undefined {
  const table: Table | undefined = kind in STATUSES ? STATUSES[kind as keyof Codes] : undefined;
  return lookup(table?.words ?? {}, code);
}
