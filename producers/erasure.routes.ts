/** DELETE /v1/patients/{id}: erases a person (GDPR, article 17) and returns what was removed. */
import { z } from 'zod';
import type { Erased } from '../queues/erase-subject.ts';
import { defineRoute, type Route } from './route.ts';
import { PatientId } from './turns.schemas.ts';

const count = z.number().int();

const Receipt = z.object({
  patient_id: z.string(),
  erased_at: z.string(),
  counts: z.object({
    turns: count,
    sessions: count,
    jobs: count,
    agents: count,
    keys: count,
    files: count,
    nodes: count,
    edges: count,
  }),
  stays: z.array(z.string()).describe('What could not be removed, and where it is'),
});

export function erasureRoutes(erase: (tenant: string, patientId: string) => Promise<Erased>): Route[] {
  return [
    defineRoute({
      method: 'delete',
      path: '/v1/patients/{id}',
      scope: 'record:erase',
      summary: 'Erase everything about a person: record, turns, sessions, events, journals, jobs, files',
      tag: 'Record',
      params: z.object({ id: PatientId }),
      replies: { 200: { description: 'What was removed', schema: Receipt } },
      async handle({ params, principal: { tenant } }) {
        const { stays, ...counts } = await erase(tenant, params.id);
        const receipt: z.infer<typeof Receipt> = {
          patient_id: params.id,
          erased_at: new Date().toISOString(),
          counts,
          stays: [...stays],
        };
        return { status: 200, body: receipt };
      },
    }),
  ];
}
