/** The work of fhir-imports.ts. */
import { parseJson } from '../../platform/parse-json.ts';
import { threadTasks } from '../../platform/threads.ts';
import { type FhirImport, fromFhirBundle } from '../../record/index.ts';
import { terminology } from './terminology.ts';

/** A megabyte of FHIR has about 40,000. */
const MAX_VALUES = 1_000_000;

type Input = { bytes: Uint8Array; patient: string; now: string };

export const serve = threadTasks({
  read({ bytes, patient, now }: Input): FhirImport {
    return fromFhirBundle(parseJson(bytes, { maxValues: MAX_VALUES }), { patient, now, terminology });
  },
});
