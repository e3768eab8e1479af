/** What the record holds on one body system: what was measured of it, what is known to be wrong with it, and what is taken for it. */
import type { FamilyEntry, PatientRecord, RecordEntry, RegimenEntry } from '../record.ts';
import type { Terminology } from '../terminology.ts';
import { type Series, seriesOfAll } from './series.ts';

export type BodySystemView = {
  /** hepatic, cardiovascular … */
  system: string;
  /** One for each kind of measurement, the newest kind first. */
  observations: Series[];
  conditions: RecordEntry[];
  symptoms: RecordEntry[];
  /** Taken now or once, as far as the class of the medicine tells what it is for. */
  medications: RegimenEntry[];
  family_history: FamilyEntry[];
};

/** Enough to judge the latest value and where it is heading. */
const POINTS = 30;

/** Null if the word names no part of the body that we know. */
export async function bodySystem(
  record: PatientRecord,
  patient: string,
  word: string,
  terminology: Terminology,
): Promise<BodySystemView | null> {
  const system = terminology.bodySystemNamed(word);
  if (system === null) return null;
  const [names, panel, regimens, profile] = await Promise.all([
    record.observationNames(patient),
    record.sidePanel(patient, ''),
    record.regimens(patient, { state: 'all' }),
    record.profile(patient),
  ]);
  const about =
    (kind: Parameters<Terminology['bodySystemsOf']>[1]) =>
    ({ name }: { name: string }) =>
      terminology.bodySystemsOf(name, kind).includes(system);
  const measured = await Promise.all(
    names
      .filter(about('observation'))
      .map(({ name }) => seriesOfAll(record, patient, name, { terminology, profile, limit: POINTS })),
  );
  return {
    system,
    observations: measured.flat(),
    conditions: panel.conditions.filter(about('condition')),
    symptoms: panel.symptoms.filter(about('symptom')),
    medications: regimens.filter(about('drug')),
    family_history: panel.family_history.filter(about('condition')),
  };
}
