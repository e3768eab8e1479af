/** Reads FHIR bundles in a thread: a bundle of 20 MB takes seconds to parse and check, and a hostile one takes more. */
import { openChildren } from '../../platform/children.ts';
import { threadFile } from '../../platform/threads.ts';
import type { FhirImport } from '../../record/index.ts';

export type FhirImports = {
  read(bytes: Uint8Array, patient: string, now: string): Promise<FhirImport>;
  close(): Promise<void>;
};

/** Several times what ten thousand entries take. */
const DEADLINE_MS = 60_000;
const MEMORY_MB = 512;
/** Each waits with up to 20 MB. */
const MAX_WAITING = 8;
const THREAD = threadFile(import.meta.url, 'fhir-imports');

/** The thread starts with the first bundle. */
export function createFhirImports(): FhirImports {
  const threads = openChildren(THREAD, { deadlineMs: DEADLINE_MS, memoryMb: MEMORY_MB, maxWaiting: MAX_WAITING });
  return {
    read: (bytes, patient, now) => threads.run('read', { bytes, patient, now }),
    close: threads.close,
  };
}
