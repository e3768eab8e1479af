/** What a question to the record says, once it has been read: what is wanted, of what, when. Plain data between reading and Cypher. */
import type { FactKind } from '../../record/index.ts';
import type { Moment } from '../dates/local-time.ts';
import type { Period } from './period.ts';

/** What runs in the family is no kind of fact about the patient, but it can be asked for. */
export type Kind = Exclude<FactKind, 'profile'> | 'family';

export type Intent =
  | 'latest'
  | 'first'
  | 'list'
  | 'count'
  /** When it was, last or next. */
  | 'when'
  /** Since when it has been going on. */
  | 'since'
  | 'has'
  | 'highest'
  | 'lowest'
  | 'average'
  | 'trend'
  /** Where the latest values stand in their reference range. */
  | 'range';

export type Standing = 'active' | 'ended' | 'planned' | 'coming' | 'past';

export type Subject = {
  kinds: readonly [Kind, ...Kind[]];
  /** Names or words to look for, any of them; none means all there is of that kind. */
  names: readonly string[];
  /** As the answer calls it: "HbA1c", "medications", "your liver". */
  said: string;
  /** A body system: the names are all that belongs to it. */
  system?: string;
  practitioner?: string;
  specialty?: string;
  organization?: string;
  standing?: Standing;
};

/** "above 140": in the unit that was given, or in the one its kind is kept in. */
export type Bound = { sign: '>' | '<' | '>=' | '<='; value: number; unit?: string; words: string };

export type RecordQuestion = {
  intent: Intent;
  subject: Subject;
  period: Period | null;
  bound: Bound | null;
  /** "Than last year": the time that the latest values are compared with; the whole series is read, for they may be of that time themselves. */
  against?: Period;
  /** "The last three": so many of them. */
  count?: number;
  /** For medicines: what is asked is when they began or ended, and not what was taken at the time. */
  event?: 'began' | 'ended';
  moment: Moment;
};
