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

type Options = {
  /** Opens the same record with a short time limit for queries, where the engine limits them by time. */
  openImpatient?: () => Promise<PatientRecord>;
};

export function recordContract(
  name: string,
  open: () => Promise<PatientRecord>,
  { openImpatient = open }: Options = {},
): void {
  describe(`${name}: the record`, () => {
    let opened: PatientRecord;
    const record = () => opened;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    boundsContract(record);
    filingContract(record);
    retellingContract(record);
    correctionContract(record);
    familyContract(record);
    panelContract(record);
    questionContract(record);
    queryContract(record, openImpatient);
    wholeContract(record);
    tenantsContract(record);
    peopleContract(record);
  });
}
