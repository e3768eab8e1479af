/** Messages that fail or pass together because they are of one kind: what each must raise, file, change and be answered. */
import type { Fact } from '../../../src/record/fact.ts';

export type Expected = {
  team?: 'research';
  /** How the turn ends, unless it is completed without an error. */
  status?: 'degraded';
  route?: string;
  /** One of these families is raised; `any` takes every family. */
  raises?: readonly string[];
  /** None of these families is raised; `any` stands for all. */
  neverRaises?: readonly string[];
  files?: readonly (Omit<Partial<Fact>, 'name'> & { name: string | RegExp })[];
  /** The day, month or year that stands with a fact. */
  dated?: readonly (readonly [name: string, time: RegExp])[];
  /** Names of facts that may not be filed. */
  neverFiles?: readonly RegExp[];
  says?: readonly RegExp[];
  neverSays?: readonly RegExp[];
  /** The words that stand in the answer at most once. */
  once?: RegExp;
  corrections?: readonly Record<string, unknown>[];
  /** Medicines that the answer warns of. */
  warns?: readonly RegExp[];
  /** What stands in the record after it, and what does not, as JSON. */
  record?: readonly RegExp[];
  neverRecord?: readonly RegExp[];
};

export type Message = Expected & {
  /** Earlier messages of the same person in the same session. */
  before?: readonly string[];
  text: string;
  /** Why it is known to fail; the test then asserts that it still does. */
  gap?: string;
};

export type MessageClass = {
  shows: string;
  /** What holds for every message of the class. */
  each?: Expected;
  /** The message that was reported comes first; the others say the same in other words. */
  messages: readonly Message[];
};

export const REFUSED = /I can only help with health-related questions/;
