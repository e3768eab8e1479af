/**
 * `npm run record:move`: copies every record of the embedded engine (DATA_DIR) into Neo4j (NEO4J_URI). It can be stopped and begun again.
 * Stop the fleet first, so that nothing is filed meanwhile.
 */
import { config as loadEnvFile } from 'dotenv';
import { loadConfig } from './platform/config.ts';
import { moveRecords, openRecord } from './record/index.ts';
import { filingTerms } from './teams/health/filing-terms.ts';

async function main(): Promise<void> {
  loadEnvFile({ quiet: true });
  const config = loadConfig(process.env);
  if (!config.NEO4J_URI) throw new Error('Set NEO4J_URI (and NEO4J_PASSWORD) to where the records shall go.');
  const from = await openRecord({ ...config, NEO4J_URI: undefined }, filingTerms);
  try {
    const to = await openRecord(config, filingTerms);
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

main().catch((error: unknown) => {
  console.error(`medfleet: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
