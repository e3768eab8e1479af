/** /v1/patients: the record, for people to look at and to ask. */
import type { Response } from 'express';
import { z } from 'zod';
import { observationType } from '../src/clinical/observations/observation-types.ts';
import { relatedTypes } from '../src/clinical/questions/groups.ts';
import type { Agent, Teams } from '../src/engine/agents/team.ts';
import type { ModelGateway } from '../src/engine/models/model.ts';
import { TOOLS } from '../src/engine/tools/registry.ts';
import { AppError } from '../src/platform/errors.ts';
import type { GuardedQuery, QueryRows } from '../src/record/cypher/ast.ts';
import { guard } from '../src/record/cypher/guard.ts';
import { QueryRefused } from '../src/record/cypher/refused.ts';
import { askRecord } from '../src/record/questions/ask-record.ts';
import { Series, series } from '../src/record/questions/series.ts';
import { type PatientRecord, patientKey, SidePanel } from '../src/record/record.ts';
import { UserLocation } from '../src/teams/health/machina-med-state.ts';
import { PROBLEM_TYPE, Problem, problemOf } from './problem.ts';
import { defineRoute, type Route } from './route.ts';
import { PatientId } from './turns.schemas.ts';

const MAX_QUESTION = 1_000;
const MAX_CYPHER = 10_000;

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const NewQuery = z
  .strictObject({
    question: z
      .string()
      .max(MAX_QUESTION, `at most ${MAX_QUESTION} characters`)
      .refine((text) => text.trim() !== '' && text.isWellFormed(), 'must not be empty, and well-formed Unicode')
      .optional()
      .describe('In plain words; the CypherAgent writes the query'),
    user_location: UserLocation.optional().describe('Whose "today" the question means'),
    cypher: z
      .string()
      .min(1, 'must not be empty')
      .max(MAX_CYPHER, `at most ${MAX_CYPHER} characters`)
      .optional()
      .describe('Read-only Cypher that starts from (p:Patient {uuid: $patient_uuid})'),
    params: z
      .record(z.string(), z.union([Scalar, z.array(Scalar)]))
      .optional()
      .describe('Parameters of the Cypher'),
  })
  .refine(
    ({ question, cypher }) => (question === undefined) !== (cypher === undefined),
    'give a question or cypher, not both',
  )
  .refine(({ params, cypher }) => params === undefined || cypher !== undefined, 'params belong to cypher');

const QueryAnswer = z.object({
  answer: z.string().optional().describe('In words, for a question'),
  cypher: z.string().nullable().describe('What ran, printed anew by the guard; null if nothing was looked up'),
  parameters: z.record(z.string(), z.unknown()).describe('The values that its $names stand for, but for the patient'),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.unknown())),
  truncated: z.boolean(),
});

export type PatientParts = {
  record: PatientRecord;
  model: ModelGateway;
  teams: () => Teams;
  /** Aborted when the process closes. */
  stopping: AbortSignal;
};

export function patientRoutes({ record, model, teams, stopping }: PatientParts): Route[] {
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
    defineRoute({
      method: 'get',
      path: '/v1/patients/{id}/observations/{name}',
      summary: 'One measurement over time, with its range and trend',
      tag: 'Record',
      params: z.object({
        id: PatientId,
        name: z.string().min(1).max(200).describe('By any common name: HbA1c, A1C, blood pressure'),
      }),
      replies: {
        200: { description: 'The series, oldest value first', schema: Series },
        404: {
          description: 'Nothing such was measured; `names` says what was',
          schema: Problem.extend({ names: z.array(z.string()) }),
          type: PROBLEM_TYPE,
        },
      },
      async handle({ params, tenant, response }) {
        const patient = patientKey(tenant, params.id);
        const found = await seriesNamed(record, patient, params.name);
        if (found) return { status: 200, body: found };
        const names = (await record.observationNames(patient)).map(({ name }) => name);
        const missing = new AppError('not_found', 'The record has no measurement of that name; see names.');
        const body = { ...problemOf(missing, response), names };
        return { status: 404, body, headers: { 'Content-Type': PROBLEM_TYPE } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/patients/{id}/query',
      summary: 'Ask the record, in plain words or in guarded Cypher',
      tag: 'Record',
      params: z.object({ id: PatientId }),
      body: NewQuery,
      replies: { 200: { description: 'What was found', schema: QueryAnswer } },
      async handle({ params, body, tenant, response }) {
        const patient = patientKey(tenant, params.id);
        const now = new Date();
        if (body.question === undefined) {
          const query = checked(body.cypher ?? '', body.params ?? {}, now);
          return { status: 200, body: rowsOf(query, await record.read(patient, query)) };
        }
        const waiting = whileWaitedFor(response, stopping);
        const timezone = body.user_location?.timezone ?? 'UTC';
        const desk = {
          agent: cypherAgent(teams()),
          model,
          tools: TOOLS,
          record,
          patient,
          patientId: params.id,
          now,
          timezone,
        };
        const { answer, ran } = await askRecord(body.question, { ...desk, signal: waiting });
        const found = ran
          ? rowsOf(ran.query, ran.rows)
          : { cypher: null, parameters: {}, columns: [], rows: [], truncated: false };
        return { status: 200, body: { answer, ...found } };
      },
    }),
  ];
}

/** "Glucose" is answered with the fasting one where that is all there is. */
async function seriesNamed(record: PatientRecord, patient: string, asked: string): Promise<Series | null> {
  const related = relatedTypes(observationType(asked)?.name ?? asked);
  for (const name of [asked, ...related]) {
    const found = await series(record, patient, name);
    if (found) return found;
  }
  return null;
}

/** A refusal as the 422 that says where to mend. The guard's words hold no literal of the query. */
function checked(cypher: string, params: Parameters<typeof guard>[1], now: Date): GuardedQuery {
  try {
    return guard(cypher, params, now);
  } catch (thrown) {
    if (!(thrown instanceof QueryRefused)) throw thrown;
    const { line, column } = thrown.place;
    throw new AppError('query_refused', `The query breaks the rule "${thrown.rule}"; see errors.`, {
      errors: [{ path: `cypher:${line}:${column}`, message: thrown.message }],
    });
  }
}

function rowsOf(query: GuardedQuery, { columns, rows, truncated }: QueryRows): z.infer<typeof QueryAnswer> {
  return { cypher: query.cypher, parameters: query.parameters, columns: [...columns], rows, truncated };
}

function cypherAgent(teams: Teams): Agent {
  for (const team of teams.values()) {
    const agent = team.agents.get('CypherAgent');
    if (agent) return agent;
  }
  throw new AppError('not_found', 'No team here has a CypherAgent; ask in Cypher instead.');
}

/** Nobody thinks on for someone who has hung up, or while the process is closing. */
function whileWaitedFor(response: Response, stopping: AbortSignal): AbortSignal {
  const over = new AbortController();
  const stop = () => over.abort(new AppError('shutting_down', 'This process is closing; please ask again.'));
  if (stopping.aborted) stop();
  stopping.addEventListener('abort', stop, { once: true });
  response.once('close', () => {
    stopping.removeEventListener('abort', stop);
    over.abort(new AppError('cancelled', 'The caller has hung up.'));
  });
  return over.signal;
}
