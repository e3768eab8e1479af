/** Opens the record that the configuration names. */
import type { Config } from '../platform/config.ts';
import { openEmbeddedRecord } from './embedded/embedded-record.ts';
import type { PatientRecord } from './record.ts';

export function openRecord(config: Config): Promise<PatientRecord> {
  return openEmbeddedRecord({ dir: config.DATA_DIR });
}
