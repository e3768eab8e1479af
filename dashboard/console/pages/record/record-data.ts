/** The record as the API returns it, and how the pages load it. */
import { useEffect, useRef } from 'preact/hooks';
import type * as api from '../../../../src/client/client.ts';
import { get, path } from '../../api.ts';
import type { Entry } from '../../parts/fact/fact.ts';
import { type Loaded, useLoaded } from '../../use-loaded.ts';

export type ListName = Exclude<keyof api.PatientRecord, 'patient' | 'counts'>;
export type Person = api.PatientRecord['patient'];
export type RecordView = Pick<api.PatientRecord, 'patient' | 'counts'> & Record<ListName, readonly Entry[]>;

/** One kind of measurement with its newest values; a series has them all. */
export type Measurement = api.Measurement;
export type Series = api.Series;
export type Point = Series['points'][number];
export type Range = NonNullable<Series['reference_range']>;
export type Standing = NonNullable<Point['interpretation']>;

export function useRecord(patient: string): Loaded<RecordView> {
  return useLoaded(patient || null, async (signal) => {
    const found = await get<api.PatientRecord>(path`/v1/patients/${patient}/record`, { signal });
    // Entries of this list do not say their kind.
    const family_history = found.family_history.map((entry) => ({ ...entry, kind: 'family_history' as const }));
    return { ...found, family_history };
  });
}

export function useMeasurements(patient: string): Loaded<Measurement[]> {
  return useLoaded(patient || null, async (signal) => {
    const found = await get<api.MeasurementList>(path`/v1/patients/${patient}/observations`, { signal });
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
