/** What every engine of the record must do. Each engine's test file runs this suite on itself. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { PatientRecord } from '../../src/record/record.ts';
import { boundsContract } from './contract-bounds.ts';
import { correctionContract } from './contract-corrections.ts';
import { familyContract } from './contract-family.ts';
import { filingContract } from './contract-filing.ts';
import { panelContract } from './contract-panel.ts';
import { peopleContract } from './contract-people.ts';
import { queryContract } from './contract-query.ts';
import { questionContract } from './contract-questions.ts';
import { retellingContract } from './contract-retelling.ts';
import { tenantsContract } from './contract-tenants.ts';
import { wholeContract } from './contract-whole.ts';

type Part = (record: () => PatientRecord, openImpatient: () => Promise<PatientRecord>) => void;

/** What keeps people and their data safe. The gate asks no more of an engine that is slow to start. */
export const PROTECTING: readonly Part[] = [filingContract, queryContract, tenantsContract];

const EVERY_PART: readonly Part[] = [
  boundsContract,
  ...PROTECTING,
  wholeContract,
  retellingContract,
  correctionContract,
  familyContract,
  panelContract,
  questionContract,
  peopleContract,
];

type Options = {
  parts?: readonly Part[];
  /** Opens the same record with a short time limit for queries, where the engine limits them by time. */
  openImpatient?: () => Promise<PatientRecord>;
};

export function recordContract(
  name: string,
  open: () => Promise<PatientRecord>,
  { openImpatient = open, parts = EVERY_PART }: Options = {},
): void {
  describe(`${name}: the record`, () => {
    let opened: PatientRecord;
    const record = () => opened;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    for (const part of parts) part(record, openImpatient);
  });
}
