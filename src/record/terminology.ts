/**
 * What the record needs to know of medicine. The record itself knows none: whoever opens it, reads a series or exchanges FHIR passes an
 * implementation in.
 */
import type { DoseChange } from './corrections.ts';

/** The kinds of term that a name or a code is looked up among. */
export type TermKind = 'condition' | 'symptom' | 'drug' | 'observation' | 'allergen' | 'procedure';

export type Term = {
  /** The canonical name: "Type 2 diabetes", "Metformin". */
  name: string;
  code?: { system: string; code: string };
};

/** The person whom a value is judged for. */
export type Person = { sex?: 'male' | 'female'; age?: number };
export type ReferenceRange = { low?: number; high?: number; unit: string; source: string };
export type Interpretation = 'low' | 'normal' | 'high' | 'critical-low' | 'critical-high';
export type Trend = { direction: 'rising' | 'falling' | 'stable' | 'too_few'; change?: number; days?: number };

/** What a text says about how a medicine is taken. */
export type DosageText = {
  dose?: { value: number | string; unit: string } | undefined;
  frequency?: { text: string; times_per_day?: number; as_needed?: boolean } | undefined;
  form?: string | undefined;
  route?: string | undefined;
};

/** A corrected value may have to be converted from the unit of the one that it replaces. */
export type UnitConversion = {
  /** In the unit that values of this observation are kept in. Null if the unit does not fit the observation. */
  toCanonical(observation: string, value: number, unit: string): { value: number; unit: string } | null;
  /** Whether a living body can show this value, in the canonical unit. */
  isPossible(observation: string, canonicalValue: number): boolean;
};

/** All that filing needs. */
export type FilingTerms = UnitConversion & {
  /** Whether a value in one unit could be given in the other: mg and g, not mg and mL. */
  measureAlike(unit: string, other: string): boolean;
  /** By any name that people use. */
  termNamed(name: string, kinds: readonly TermKind[]): Term | null;
  /** A medicine's doses with the one of a time of day changed; null where none is taken then. */
  withChangedDose(
    kept: { value?: number | string | undefined; unit?: string | undefined; frequency?: string | undefined },
    change: DoseChange,
  ): { value: number | string; unit: string; frequency: string } | null;
};

export type Terminology = FilingTerms & {
  termCoded(system: string, code: string, kinds: readonly TermKind[]): Term | null;
  /** The one medicine that a label names, with all of its ingredients; without a dose where the label cannot be read as a whole. */
  productIn(label: string): { name: string; term?: Term | undefined } & Omit<DosageText, 'frequency'>;
  dosageIn(text: string): DosageText;

  /** The canonical name of an observation and its unit, by any name that people use. */
  observationNamed(name: string): { name: string; unit: string | null } | null;
  /** The UCUM code of a unit in any spelling. */
  ucumOf(unit: string): string | undefined;
  /** Whether UCUM has this code, for as much as another one where that is given. */
  isUcum(code: string, same?: string): boolean;
  /** The spelling that we use for a unit of this observation, which is given as text, as a UCUM code or both. */
  unitOf(observation: string, given: { unit?: string; code?: string }): string | undefined;

  /** The person at the time of a measurement: a value from childhood is not judged by an adult range. */
  personAt(profile: { birth_date?: string; sex?: string }, time: string | Date): Person;
  referenceRange(observation: string, person: Person): ReferenceRange | null;
  interpret(observation: string, canonicalValue: number, person: Person): Interpretation | null;
  trendOf(observation: string, points: readonly { time: string; value: number }[]): Trend;

  /** The body system that a word names: hepatic, cardiovascular … */
  bodySystemNamed(words: string): string | null;
  /** The body systems that a condition, a measurement or a medicine belongs to. */
  bodySystemsOf(name: string, kind: 'condition' | 'symptom' | 'observation' | 'drug'): readonly string[];
};
