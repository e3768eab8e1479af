/** /v1/patients/{id}/record: everything that is on file about a patient, and its sections as CSV. */
import { z } from 'zod';
import {
  FullEncounter,
  FullEntry,
  FullFamilyEntry,
  FullRecord,
  fullRecord,
  type PatientRecord,
  patientKey,
} from '../../src/record/index.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';
import { RECORD_ENTRY } from './record.examples.ts';
import { CSV_SECTIONS, recordCsv } from './record-csv.ts';

const { turn_id, recorded_at } = RECORD_ENTRY;
const SOURCES = {
  filed_at: recorded_at,
  sources: [{ turn_id, session_id: 'morning', filed_at: recorded_at }],
  sources_count: 1,
};

named('FiledFact', FullEntry, {
  description: 'A fact as it is on file, and in which turns it was told.',
  examples: [{ ...RECORD_ENTRY, ...SOURCES }],
});
named('FiledVisit', FullEncounter, { description: 'A visit, with whom and where.' });
named('FiledFamilyCondition', FullFamilyEntry, { description: 'A condition of a relative.' });
named('PatientRecord', FullRecord, { description: 'What is on file about a patient.' });

export function recordRoutes(record: Pick<PatientRecord, 'graph'>): Route[] {
  const params = z.object({ id: PatientId });

  async function read(tenant: string, id: string, limit?: number): Promise<FullRecord> {
    return fullRecord(id, await record.graph(patientKey(tenant, id)), new Date(), limit);
  }

  return [
    defineRoute({
      method: 'get',
      path: '/v1/patients/{id}/record',
      operation: 'getRecord',
      scope: 'record:read',
      audited: true,
      summary: 'What the record holds, newest first, and in which turns each entry was told',
      tag: 'Record',
      params,
      replies: { 200: { description: 'The record; empty for a patient of whom nothing is known', schema: FullRecord } },
      async handle({ params: { id }, principal: { tenant } }) {
        return { status: 200, body: await read(tenant, id) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/patients/{id}/record.csv',
      operation: 'getRecordCsv',
      scope: 'record:read',
      audited: true,
      summary: 'A section of the record as CSV, with a header line',
      tag: 'Record',
      params,
      query: z.object({ section: z.enum(CSV_SECTIONS) }),
      replies: { 200: { description: 'All entries of the section, newest first', type: 'text/csv' } },
      async handle({ params: { id }, query: { section }, principal: { tenant } }) {
        const headers = {
          'Content-Type': 'text/csv; charset=utf-8; header=present',
          'Content-Disposition': `attachment; filename="${id}-${section}.csv"`,
          'Cache-Control': 'no-store',
        };
        return { status: 200, body: recordCsv(await read(tenant, id, Number.POSITIVE_INFINITY), section), headers };
      },
    }),
  ];
}
