/** The record as the API returns it, and how the pages load it. */
import { useEffect, useRef } from 'preact/hooks';
import { get, path } from '../../api.ts';
import { type Loaded, useLoaded } from '../../use-loaded.ts';

/** One fact on file, of any kind; family history has a relation instead of a time. */
export type Entry = {
  id: string;
  kind: string;
  name: string;
  value?: number | string;
  unit?: string;
  canonical?: { value: number; unit: string };
  effective_time?: string;
  status?: string;
  frequency?: { text: string };
  route?: string;
  form?: string;
  severity?: string;
  duration?: string;
  reaction?: string;
  body_site?: string;
  specialty?: string;
  url?: string;
  relation?: string;
  age_at_onset?: number;
  code?: { system: string; code: string };
  confidence: number;
  source_agent: string;
  recorded_at: string;
};

/** What was on file before a fact was corrected or removed. */
export type Earlier = {
  id: string;
  was: Entry;
  withdrawn_at: string;
  withdrawn_by: string;
  reason?: string;
  replaced_by?: string;
};
export type FactHistory = { fact: Entry | null; earlier: Earlier[] };

export type Person = { id: string; birth_date?: string; age?: number; sex?: string };

const LISTS = [
  'profile',
  'conditions',
  'symptoms',
  'medications',
  'allergies',
  'observations',
  'encounters',
  'procedures',
  'documents',
  'family_history',
  'practitioners',
  'organizations',
] as const;
export type ListName = (typeof LISTS)[number];

export type RecordView = { patient: Person; counts: Record<string, number> } & Record<ListName, Entry[]>;

export type Standing = 'low' | 'normal' | 'high' | 'critical-low' | 'critical-high';
export type Point = { id: string; time: string; value: number | string; interpretation: Standing | null };
export type Range = { low?: number; high?: number; unit: string; source: string };

/** One kind of measurement over time. */
export type Series = {
  name: string;
  unit: string | null;
  reference_range: Range | null;
  points: Point[];
  trend: 'rising' | 'falling' | 'stable' | 'too_few';
  change: { value: number; days: number } | null;
};
export type FullSeries = Series & { left_out: number };

/** A series with its newest points only. */
export type Measurement = Series & { category: 'vital-signs' | 'laboratory' | 'other'; total: number };

export function useRecord(patient: string): Loaded<RecordView> {
  return useLoaded(patient || null, async (signal) => {
    const found = await get<Partial<RecordView>>(path`/v1/patients/${patient}/record`, { signal });
    return complete(found);
  });
}

export function useMeasurements(patient: string): Loaded<Measurement[]> {
  return useLoaded(patient || null, async (signal) => {
    const found = await get<{ measurements: Measurement[] }>(path`/v1/patients/${patient}/observations`, { signal });
    return found.measurements;
  });
}

/** Loads again when the record has changed; what there was stays in view until then. */
export function useReloadOn(version: number | string, reload: () => void): void {
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    reload();
  }, [version, reload]);
}

/** A record that lacks a list has nothing in it; the entries of family history do not say their kind. */
function complete(found: Partial<RecordView>): RecordView {
  const lists = Object.fromEntries(LISTS.map((name) => [name, found[name] ?? []])) as Record<ListName, Entry[]>;
  return {
    ...lists,
    family_history: lists.family_history.map((entry) => ({ ...entry, kind: 'family_history' })),
    patient: found.patient ?? { id: '' },
    counts: found.counts ?? {},
  };
}

/** As the record itself decides it. */
const ENDED = new Set(['stopped', 'discontinued', 'completed', 'resolved', 'ended', 'inactive', 'past']);
const PLANNED = new Set(['planned', 'scheduled', 'intended']);

export function isCurrent({ status = '' }: Entry): boolean {
  return !ENDED.has(status) && !PLANNED.has(status);
}

export function isPlanned({ status = '' }: Entry): boolean {
  return PLANNED.has(status);
}

/** When it was so; when it was told if nobody said. */
export function timeOf({ effective_time, recorded_at }: Entry): string {
  return effective_time ?? recorded_at;
}

export function isEmpty({ counts }: RecordView): boolean {
  return Object.values(counts).every((count) => count === 0);
}
