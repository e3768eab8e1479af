/** /v1/patients/{id}/observations: everything that was measured, one row a kind. */
import { z } from 'zod';
import { Measurement, measurements, type PatientRecord, patientKey } from '../../src/record/index.ts';
import { terminology } from '../../src/teams/health/terminology.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';

named('Measurement', Measurement, { description: 'One kind of measurement with its newest values.' });
const MeasurementList = named('MeasurementList', z.object({ measurements: z.array(Measurement) }));

export function measurementRoutes(record: PatientRecord): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/patients/{id}/observations',
      operation: 'listMeasurements',
      scope: 'record:read',
      audited: true,
      summary: 'All measurements, each with its newest values, range and trend',
      tag: 'Record',
      params: z.object({ id: PatientId }),
      replies: {
        200: { description: 'The kind measured last comes first', schema: MeasurementList },
      },
      async handle({ params, principal: { tenant } }) {
        const found = await measurements(record, patientKey(tenant, params.id), terminology);
        return { status: 200, body: { measurements: found } };
      },
    }),
  ];
}
