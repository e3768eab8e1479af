/**
 * `npm run record:move`: copies every record of the embedded engine (DATA_DIR) into Neo4j (NEO4J_URI). It can be stopped and begun again:
 * what is there already is left as it is. The source is not changed; stop the fleet first, so that nothing is filed meanwhile.
 */
import { config as loadEnvFile } from 'dotenv';
import { loadConfig } from '../platform/config.ts';
import { openEmbeddedRecord } from './embedded/embedded-record.ts';
import { openRecord } from './open-record.ts';
import type { PatientRecord } from './record.ts';
import type { UnitConversion } from './terminology.ts';

/** Records are copied as they are: nothing is filed here, and so nothing is converted. */
const NO_CONVERSION: UnitConversion = { toCanonical: () => null, isPossible: () => true };
const PAGE = 100;
/** Copied at the same time: most of the time is waiting for the server. */
const AT_ONCE = 10;

export async function moveRecords(
  from: PatientRecord,
  to: PatientRecord,
  progress: (moved: number) => void,
): Promise<number> {
  let moved = 0;
  let last: string | null = null;
  for (;;) {
    const patients: string[] = await from.patients(last, PAGE);
    for (let first = 0; first < patients.length; first += AT_ONCE) {
      const batch = patients.slice(first, first + AT_ONCE);
      await Promise.all(batch.map(async (patient) => to.restore(patient, await from.graph(patient))));
      moved += batch.length;
      progress(moved);
    }
    last = patients.at(-1) ?? null;
    if (patients.length < PAGE) return moved;
  }
}

async function main(): Promise<void> {
  loadEnvFile({ quiet: true });
  const config = loadConfig(process.env);
  if (!config.NEO4J_URI) throw new Error('Set NEO4J_URI (and NEO4J_PASSWORD) to where the records shall go.');
  const from = await openEmbeddedRecord({ dir: config.DATA_DIR }, NO_CONVERSION);
  try {
    const to = await openRecord(config, NO_CONVERSION);
    try {
      const moved = await moveRecords(from, to, (count) => process.stdout.write(`\r${count} records`));
      console.log(`\nmoved ${moved} records from ${config.DATA_DIR} to ${to.about().version}`);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

if (import.meta.filename === process.argv[1]) {
  main().catch((error: unknown) => {
    console.error(`medfleet: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
}
