/** Who the patient is, as another system has it, in facts like those that a person tells. */
import type { Fact } from '../fact.ts';
import { derivedId } from '../identity.ts';
import type { PatientProfile } from '../patient-graph.ts';
import { BIRTH_DATE, SEX } from '../profile.ts';
import { IMPORTER } from './systems.ts';

/** The same again gives the same ids. */
export function profileFacts(patient: string, { birth_date, sex }: PatientProfile): Fact[] {
  const values = { [BIRTH_DATE]: birth_date, [SEX]: sex };
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          {
            id: derivedId(patient, name, value),
            kind: 'profile',
            name,
            value,
            confidence: 1,
            evidence: { start: 0, end: 0, text: '' },
            source_agent: IMPORTER,
          },
        ],
  );
}
