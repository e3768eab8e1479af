/** The work of fhir-imports.ts. */
import { AppError } from '../../platform/errors.ts';
import { checkJsonShape } from '../../platform/json-shape.ts';
import { threadTasks } from '../../platform/threads.ts';
import { type FhirImport, fromFhirBundle } from '../../record/index.ts';
import { terminology } from './terminology.ts';

/** FHIR itself nests a dozen levels, questionnaires and extensions some more. A megabyte of FHIR has about 40,000 values. */
const SHAPE = { maxDepth: 100, maxValues: 1_000_000 };

type Input = { bytes: Uint8Array; patient: string; now: string };

export const serve = threadTasks({
  read({ bytes, patient, now }: Input): FhirImport {
    checkJsonShape(bytes, SHAPE);
    return fromFhirBundle(parse(bytes), { patient, now, terminology });
  },
});

/** The parser's own message would quote the body. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('malformed', 'The body is not valid JSON in UTF-8.');
  }
}
