/** /v1/access-log: who has looked at records, keys and dashboards. */
import { z } from 'zod';
import type { AccessLog, LoggedAccess } from '../../src/engine/access/access-log.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';

const EXAMPLE = {
  at: '2026-11-16T10:20:58.629Z',
  credential: 'key:3f8a07f5a3d8e2ef',
  user_id: null,
  user: null,
  method: 'GET',
  route: '/v1/patients/{id}/record',
  patient_id: 'anna',
  patient: 'MdURktNhSXdx6ine',
  target: null,
  status: 200,
  address: '127.0.0.1',
  request_id: '17b8544a-1cad-44b3-bf00-1542d3469dac',
};

const AccessEntry = z.object({
  at: z.string(),
  credential: z.string().describe('key:<id>, token:<start of its digest>, jwt or local'),
  user_id: z
    .string()
    .nullable()
    .describe('The user that the credential is bound to; null also for one who was erased since'),
  user: z.string().nullable().describe('Their pseudonym'),
  method: z.string(),
  route: z.string().describe('The pattern of the address'),
  patient_id: z.string().nullable().describe('Whom it was about; null also for one who was erased since'),
  patient: z
    .string()
    .nullable()
    .describe('A pseudonym, the same in all entries about a person; it stays when the person is erased'),
  target: z
    .string()
    .nullable()
    .describe('Of a change by an operator: the queue, job or worker, and in Bull Board what was done to it'),
  status: z.number().int().describe('What was answered: 403 and 404 are attempts'),
  address: z.string(),
  request_id: z.string(),
});

named('AccessEntry', AccessEntry, { description: 'One look at a record, a key or a dashboard.', examples: [EXAMPLE] });
const Page = named('AccessPage', z.object({ entries: z.array(AccessEntry), next_cursor: z.string().nullable() }));

export function accessLogRoutes(accesses: Pick<AccessLog, 'page'>): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/access-log',
      operation: 'listAccesses',
      scope: 'access:read',
      audited: true,
      summary: 'Who has looked at records, keys and dashboards of the tenant, newest first',
      tag: 'Audit',
      query: z.object({
        patient_id: PatientId.optional().describe('Only accesses to this person'),
        from: z.iso.datetime({ offset: true }).optional().describe('Nothing older than this'),
        cursor: z
          .string()
          .regex(/^[1-9]\d{0,15}-\d{1,16}$/, 'use next_cursor of the page before')
          .optional(),
      }),
      replies: { 200: { description: 'A page of entries; it may be short and have another', schema: Page } },
      async handle({ query: { patient_id, from, cursor }, principal: { tenant, people } }) {
        const { entries, next } = await accesses.page(tenant, {
          people: patient_id === undefined ? (people ?? undefined) : new Set([patient_id]),
          from: from === undefined ? undefined : Math.max(0, Date.parse(from)),
          after: cursor,
        });
        return { status: 200, body: { entries: entries.map(view), next_cursor: next } };
      },
    }),
  ];
}

function view(entry: LoggedAccess): z.infer<typeof AccessEntry> {
  const {
    at,
    credential,
    subject,
    subjectPseudonym,
    method,
    route,
    person,
    pseudonym,
    target,
    status,
    address,
    request,
  } = entry;
  return {
    at: new Date(at).toISOString(),
    credential,
    user_id: subject,
    user: subjectPseudonym,
    method,
    route,
    patient_id: person,
    patient: pseudonym,
    target,
    status,
    address,
    request_id: request,
  };
}
