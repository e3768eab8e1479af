/** What a correction of the record says: which fact is meant, and what is right. Plain data, from whoever corrects to the record. */
import type { z } from 'zod';
import type { Evidence } from './fact.ts';
import type { FiledKind } from './schema.ts';

/** The dose at one time of day, by a factor or to a value. What was taken before is an earlier dose, and no mistake. */
export type DoseChange = {
  at: 'morning' | 'noon' | 'evening' | 'night';
  factor?: number | undefined;
  value?: number | undefined;
};

/** What is left out stays as it is. The value of a medication is its dose, that of a relative's condition the age at its onset. */
export type FactChange = {
  value?: number | string | undefined;
  unit?: string | undefined;
  effective_time?: string | undefined;
  status?: string | undefined;
  dose?: DoseChange | undefined;
};

/** What was said of the fact that is wrong. */
export type Description = {
  kinds?: readonly FiledKind[];
  name?: string;
  /** The wrong value. */
  value?: number | string;
  unit?: string;
  effective_time?: string;
  /** Only what was told lately: the words point back ("no, it was 130") and do not name the record. */
  lately?: boolean;
};

export type Correction = {
  /** Also the id under which it is stated, so that the same correction again changes nothing. */
  id: string;
  /** The fact itself, or what was said of it. */
  target: { fact_id: string } | Description;
  /** Null: the fact is withdrawn. */
  change: FactChange | null;
  reason?: string;
  evidence: z.infer<typeof Evidence>;
  confidence: number;
};
