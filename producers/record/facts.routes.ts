/** /v1/patients/{id}/facts/{fact_id}: see one fact with its history, correct it, or withdraw it. */
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Principal } from '../../src/engine/access/principal.ts';
import { AppError } from '../../src/platform/errors.ts';
import {
  type Corrected,
  type CorrectionSource,
  type FactChange,
  FamilyEntry,
  type PatientRecord,
  patientKey,
  RecordEntry,
} from '../../src/record/index.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';
import { CORRECTION, FACT_HISTORY, WITHDRAWAL } from './record.examples.ts';

/** Of turns that no message set off. */
const SESSION = 'record-api';
const MAX_REASON = 1_000;
const MAX_TEXT = 2_000;

const Params = z.object({ id: PatientId, fact_id: z.uuid().describe('Any id under which the fact was told') });

const Reason = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_REASON)
  .refine((text) => text.isWellFormed(), 'must be well-formed Unicode');

const Text = z.string().trim().min(1, 'must not be empty').max(MAX_TEXT);

const ChangeFields = z
  .strictObject({
    value: z
      .union([z.number(), Text], 'must be a number or text')
      .optional()
      .describe(
        'Of a medication the dose; of family history the age at onset, in years; of the profile the date of birth or the sex',
      ),
    unit: Text.optional().describe('Has to measure the same as the unit before'),
    effective_time: Text.optional().describe('A day, a month, a year, or a time with its zone'),
    status: Text.optional().describe('One that facts of this kind can have'),
    reason: Reason,
  })
  .refine(
    ({ reason: _, ...change }) => Object.values(change).some((field) => field !== undefined),
    'give at least one of value, unit, effective_time, status',
  );

const Change = named('FactChange', ChangeFields, {
  description: 'The reason, and at least one of value, unit, effective_time and status.',
  examples: [CORRECTION],
  minProperties: 2,
});

const Withdrawal = named('Withdrawal', z.strictObject({ reason: Reason.optional() }), {
  examples: [WITHDRAWAL],
}).optional();

const FamilyRecordEntry = named('FamilyRecordEntry', FamilyEntry.extend({ kind: z.literal('family_history') }));
const Entry = z.union([RecordEntry, FamilyRecordEntry]);

const FactFields = z.object({
  fact: Entry.nullable().describe('Null if it was withdrawn'),
  earlier: z
    .array(
      z.object({
        id: z.string(),
        was: Entry,
        withdrawn_at: z.string(),
        withdrawn_by: z
          .string()
          .describe('A credential as the access log names it, or the agent that read it in a message'),
        reason: z.string().optional(),
        replaced_by: z.string().optional().describe('The fact that has the right value'),
      }),
    )
    .describe('What was on file before, oldest first'),
});

const FactView = named('FactHistory', FactFields, {
  description: 'A fact and what was on file before it was corrected or withdrawn.',
  examples: [FACT_HISTORY],
});

export function factRoutes(record: PatientRecord): Route[] {
  const route = { path: '/v1/patients/{id}/facts/{fact_id}', audited: true, tag: 'Record' as const, params: Params };
  const view = { description: 'The fact and what was on file before', schema: FactView };
  return [
    defineRoute({
      ...route,
      method: 'get',
      operation: 'getFact',
      scope: 'record:read',
      summary: 'One fact, and what was on file before it was corrected or withdrawn',
      replies: { 200: view },
      async handle({ params, principal: { tenant } }) {
        return { status: 200, body: await history(record, tenant, params) };
      },
    }),
    defineRoute({
      ...route,
      method: 'patch',
      operation: 'correctFact',
      scope: 'record:write',
      summary: 'Correct a fact; the old value stays in its history. The same correction again changes nothing',
      body: Change,
      replies: { 200: view },
      async handle({ params, body: { reason, ...change }, principal }) {
        const done = await correct(record, params, principal, { change, reason });
        if (done.outcome === 'refused') throw done.error;
        const found = await history(record, principal.tenant, params);
        if (!found.fact) throw missing('The fact was withdrawn; what is told again is a new fact.');
        return { status: 200, body: found };
      },
    }),
    defineRoute({
      ...route,
      method: 'delete',
      operation: 'withdrawFact',
      scope: 'record:write',
      summary: 'Withdraw a fact that was never so; it stays in the history. Withdrawing it again changes nothing',
      body: Withdrawal,
      optionalBody: true,
      replies: { 204: { description: 'The fact is on file no longer' } },
      async handle({ params, body, principal }) {
        const { outcome } = await correct(record, params, principal, { change: null, ...body });
        if (outcome === 'not_found') throw missing();
        return { status: 204 };
      },
    }),
  ];
}

async function correct(
  record: PatientRecord,
  { id, fact_id }: z.infer<typeof Params>,
  { tenant, credential }: Principal,
  { change, reason }: { change: FactChange | null; reason?: string | undefined },
): Promise<Corrected> {
  const source: CorrectionSource = {
    turn_id: uuidv7(),
    session_id: SESSION,
    filed_at: new Date().toISOString(),
    person: { tenant, id },
    by: credential,
  };
  const correction = {
    id: uuidv7(),
    target: { fact_id },
    change,
    ...(reason !== undefined && { reason }),
    confidence: 1,
    evidence: { start: 0, end: 0, text: '' },
  };
  const [done] = await record.correct(patientKey(tenant, id), [correction], source);
  return done ?? { id: correction.id, outcome: 'not_found' };
}

async function history(record: PatientRecord, tenant: string, { id, fact_id }: z.infer<typeof Params>) {
  const found = await record.fact(patientKey(tenant, id), fact_id);
  if (!found) throw missing();
  return found;
}

function missing(detail = 'This record has no such fact.'): AppError {
  return new AppError('not_found', detail);
}
