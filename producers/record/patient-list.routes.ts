/** GET /v1/patients: whose records there are. Only people of the tenant, and only those whom the credentials may act for. */
import { z } from 'zod';
import type { PatientRecord } from '../../src/record/index.ts';
import { DEMO_PREFIX } from '../demo/demo-story.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';

const PAGE = 50;

const PatientFields = z.object({
  patient_id: z.string(),
  demo: z.boolean().describe('Made up, to try things out'),
  birth_date: z.string().optional().describe('A day, a month or only a year, as precisely as it was told'),
  sex: z.string().optional(),
  updated_at: z.string().describe('When something was last filed'),
  facts: z.number().int().describe('How many are on file'),
});

const PatientItem = named('PatientItem', PatientFields, {
  description: 'A person who has a record.',
  examples: [
    { patient_id: 'anna', demo: false, birth_date: '1972', updated_at: '2026-11-16T10:20:49.864Z', facts: 14 },
  ],
});

const PatientPage = named(
  'PatientPage',
  z.object({ patients: z.array(PatientItem), next_cursor: z.string().nullable() }),
);

const Query = z.object({
  q: z.string().max(128).optional().describe('What the id begins with, in any case'),
  cursor: PatientId.optional().describe('next_cursor of the page before'),
});

export function patientListRoutes(record: Pick<PatientRecord, 'people'>): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/patients',
      operation: 'listPatients',
      scope: 'record:read',
      audited: true,
      summary: 'List the patients who have a record, in the order of their ids',
      tag: 'Record',
      query: Query,
      replies: { 200: { description: 'A page of patients', schema: PatientPage } },
      async handle({ query: { q = '', cursor = null }, principal: { tenant, people } }) {
        const query = { prefix: q.trim(), after: cursor, limit: PAGE + 1, only: people };
        const found = await record.people(tenant, query);
        const page = found.slice(0, PAGE);
        const patients = page.map(({ id, ...listed }) => ({
          patient_id: id,
          demo: id.startsWith(DEMO_PREFIX),
          ...listed,
        }));
        const next_cursor = found.length > PAGE ? (page.at(-1)?.id ?? null) : null;
        return { status: 200, body: { patients, next_cursor } };
      },
    }),
  ];
}
