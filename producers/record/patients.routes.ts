/** /v1/patients: one measurement over time, and questions to the record. */
import { z } from 'zod';
import { observationType, relatedTypes } from '../../src/clinical/index.ts';
import { UserLocation } from '../../src/engine/task/task.ts';
import { AppError } from '../../src/platform/errors.ts';
import {
  FamilyEntry,
  type GuardedQuery,
  guard,
  type PatientRecord,
  patientKey,
  QueryRefused,
  type QueryRows,
  RecordEntry,
  Series,
  series,
} from '../../src/record/index.ts';
import { terminology } from '../../src/teams/health/terminology.ts';
import { PROBLEM_TYPE, Problem, problemOf } from '../http/problem.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';
import type { QuestionDesk } from './question-desk.ts';
import { CYPHER, QUERY_ANSWER, QUESTION, RECORD_ENTRY, SERIES } from './record.examples.ts';

const MAX_QUESTION = 1_000;
const MAX_CYPHER = 10_000;

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const QueryFields = z
  .strictObject({
    question: z
      .string()
      .max(MAX_QUESTION)
      .regex(/\S/, 'must not be empty')
      .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
      .optional()
      .describe('In plain words; the CypherAgent writes the query'),
    user_location: UserLocation.optional().describe('Its time zone decides what "today" is'),
    cypher: z
      .string()
      .min(1, 'must not be empty')
      .max(MAX_CYPHER)
      .optional()
      .describe('Read-only Cypher that starts from (p:Patient {uuid: $patient_uuid})'),
    params: z
      .record(z.string(), z.union([Scalar, z.array(Scalar)]))
      .optional()
      .describe('Parameters of the Cypher; not beside a question'),
  })
  .refine(
    ({ question, cypher }) => (question === undefined) !== (cypher === undefined),
    'give a question or cypher, not both',
  )
  .refine(({ params, cypher }) => params === undefined || cypher !== undefined, 'params belong to cypher');

const NewQuery = named('NewQuery', QueryFields, {
  description: 'A question in plain words, or guarded Cypher: one of the two.',
  examples: [QUESTION, CYPHER],
  minProperties: 1,
});

const AnswerFields = z.object({
  answer: z.string().optional().describe('In words, for a question'),
  cypher: z.string().nullable().describe('The query that ran, as the guard printed it; null if none ran'),
  parameters: z.record(z.string(), z.unknown()).describe('The values of its parameters, without the patient'),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.unknown())),
  truncated: z.boolean(),
});

const QueryAnswer = named('QueryAnswer', AnswerFields, { examples: [QUERY_ANSWER] });

const UnknownSeries = named('UnknownSeries', Problem.extend({ names: z.array(z.string()) }));

named('RecordEntry', RecordEntry, { description: 'A fact as it is on file.', examples: [RECORD_ENTRY] });
named('FamilyEntry', FamilyEntry, { description: 'A condition of a relative.' });
named('Series', Series, { description: 'One measurement over time.', examples: [SERIES] });

const NOTHING_RAN = { cypher: null, parameters: {}, columns: [], rows: [], truncated: false };

export function patientRoutes(record: PatientRecord, questions: QuestionDesk): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/patients/{id}/observations/{name}',
      operation: 'getSeries',
      scope: 'record:read',
      audited: true,
      summary: 'One measurement over time, with its range and trend',
      tag: 'Record',
      params: z.object({
        id: PatientId,
        name: z.string().min(1).max(200).describe('By any common name: HbA1c, A1C, blood pressure'),
      }),
      replies: {
        200: { description: 'The series, oldest value first', schema: Series },
        404: {
          description: 'There is no such measurement; `names` lists those that there are',
          schema: UnknownSeries,
          type: PROBLEM_TYPE,
        },
      },
      async handle({ params, principal: { tenant }, response }) {
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
      operation: 'queryRecord',
      scope: 'record:read',
      audited: true,
      summary: 'Ask the record, in plain words or in guarded Cypher',
      tag: 'Record',
      params: z.object({ id: PatientId }),
      body: NewQuery,
      replies: {
        200: { description: 'What was found', schema: QueryAnswer },
        504: { description: 'Not answered within QUESTION_SECONDS', schema: Problem, type: PROBLEM_TYPE },
      },
      async handle({ params, body, principal: { tenant, subject }, response }) {
        const patient = patientKey(tenant, params.id);
        const now = new Date();
        if (body.question === undefined) {
          const query = checked(body.cypher ?? '', body.params ?? {}, now);
          return { status: 200, body: rowsOf(query, await record.read(patient, query)) };
        }
        const question = {
          tenant,
          userId: subject ?? params.id,
          patientId: params.id,
          text: body.question,
          location: body.user_location ?? null,
        };
        const { answer, data } = await questions.ask(question, response);
        return { status: 200, body: QueryAnswer.parse({ answer, ...NOTHING_RAN, ...data }) };
      },
    }),
  ];
}

/** Falls back to related measurements: "glucose" finds fasting glucose if there is no other. */
async function seriesNamed(record: PatientRecord, patient: string, asked: string): Promise<Series | null> {
  const related = relatedTypes(observationType(asked)?.name ?? asked);
  for (const name of [asked, ...related]) {
    const found = await series(record, patient, name, { terminology });
    if (found) return found;
  }
  return null;
}

/** A refusal becomes a 422 that says where to fix the query. The guard's messages contain no literal of the query. */
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
