/** /v1/patients: the record, for people to look at. */
import { z } from 'zod';
import { type PatientRecord, patientKey, SidePanel } from '../src/record/record.ts';
import { defineRoute, type Route } from './route.ts';
import { PatientId } from './turns.schemas.ts';

export function patientRoutes(record: PatientRecord): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/patients/{id}/record',
      summary: 'The side panel: what the record holds',
      tag: 'Record',
      params: z.object({ id: PatientId }),
      replies: { 200: { description: 'The side panel', schema: SidePanel } },
      async handle({ params, tenant }) {
        return { status: 200, body: await record.sidePanel(patientKey(tenant, params.id), params.id) };
      },
    }),
  ];
}
