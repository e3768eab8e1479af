/** /v1/patients/{id}/fhir: export and import the record as FHIR. */
import { z } from 'zod';
import { AppError } from '../../src/platform/errors.ts';
import {
  BUNDLE_TYPES,
  MAX_ENTRIES,
  type PatientRecord,
  patientKey,
  profileFacts,
  toFhirBundle,
} from '../../src/record/index.ts';
import type { FhirImports } from '../../src/teams/health/fhir-imports.ts';
import { terminology } from '../../src/teams/health/terminology.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';
import { FHIR_BUNDLE, FHIR_IMPORT } from './record.examples.ts';

const FHIR_JSON = 'application/fhir+json';
/** A Synthea record of a whole life has several megabytes. */
const BUNDLE_LIMIT_KB = 20_000;

const Bundle = named('FhirBundle', z.looseObject({ resourceType: z.literal('Bundle') }), {
  description: 'A FHIR R4 Bundle.',
  examples: [FHIR_BUNDLE],
});

const NewBundleFields = z.looseObject({
  resourceType: z.literal('Bundle'),
  type: z.enum(BUNDLE_TYPES),
  entry: z.array(z.looseObject({})).max(MAX_ENTRIES).optional(),
});
const NewBundle = named('NewFhirBundle', NewBundleFields, {
  description: 'A FHIR R4 Bundle of a type that can be imported.',
  examples: [FHIR_BUNDLE],
});

const ImportFields = z.object({
  created: z.number(),
  updated: z.number(),
  skipped: z.array(z.object({ resource: z.string(), reason: z.string() })),
});

const Imported = named('FhirImport', ImportFields, { examples: [FHIR_IMPORT] });

export function fhirRoutes(record: PatientRecord, imports: FhirImports): Route[] {
  const params = z.object({ id: PatientId });
  return [
    defineRoute({
      method: 'get',
      path: '/v1/patients/{id}/fhir',
      operation: 'exportFhir',
      scope: 'record:read',
      audited: true,
      summary: 'Export the record as a FHIR R4 Bundle',
      tag: 'Record',
      params,
      replies: { 200: { description: 'A Bundle of type collection', schema: Bundle, type: FHIR_JSON } },
      async handle({ params: { id }, principal: { tenant } }) {
        const graph = await record.graph(patientKey(tenant, id));
        if (graph.nodes.length === 0) throw new AppError('not_found', 'The record of this patient is empty.');
        const bundle = toFhirBundle(graph, { patientId: id, now: new Date().toISOString(), terminology });
        return { status: 200, body: bundle, headers: { 'Content-Type': FHIR_JSON } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/patients/{id}/fhir',
      operation: 'importFhir',
      scope: 'record:write',
      audited: true,
      summary: 'Import a FHIR R4 Bundle into the record; the same bundle again changes nothing',
      tag: 'Record',
      params,
      body: NewBundle,
      bodyTypes: ['application/json', FHIR_JSON],
      bodyLimitKb: BUNDLE_LIMIT_KB,
      takesBytes: true,
      replies: { 200: { description: 'What was imported; what was skipped, and why', schema: Imported } },
      async handle({ params: { id }, request, principal: { tenant } }) {
        const patient = patientKey(tenant, id);
        const person = { tenant, id };
        const bytes = request.body as Buffer;
        const { profile, sources, withdrawn, skipped } = await imports.read(bytes, patient, new Date().toISOString());
        const imported: z.infer<typeof Imported> = { created: 0, updated: 0, skipped };
        for (const { facts, family, provenance } of sources) {
          const filed = await record.file(patient, facts, { ...provenance, person }, family);
          imported.created += filed.created;
          imported.updated += filed.updated;
        }
        await record.fileWithdrawn(patient, withdrawn);
        await record.file(patient, profileFacts(patient, profile), {
          turn_id: patient,
          session_id: 'fhir-import',
          filed_at: new Date().toISOString(),
          person,
        });
        return { status: 200, body: imported };
      },
    }),
  ];
}
