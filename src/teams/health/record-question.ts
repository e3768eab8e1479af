/** A question about the record, as a task: the CypherAgent answers in text, and the rows of its last query are returned with it. */
import type { FanIn, FanInResult } from '../../engine/run/team-module.ts';
import { momentOf } from '../../engine/task/task.ts';
import { guard, type PatientRecord, patientKey } from '../../record/index.ts';

export const QUESTION = 'question';
export const QUESTION_AGENT = 'CypherAgent';

/** The last query that ran in the task, as the agent wrote it. */
export const LAST_QUERY = 'temp:record_query';

/** The query passes the guard and runs again, because the tool's answer to the model was cut to what a model can use. */
export async function questionRows(record: PatientRecord, { task, state }: FanIn): Promise<FanInResult> {
  const cypher = state.get(LAST_QUERY);
  if (typeof cypher !== 'string' || !task.subject) return {};
  const query = guard(cypher, {}, momentOf(task).now);
  const { columns, rows, truncated } = await record.read(patientKey(task.tenant, task.subject.id), query);
  return { data: { cypher: query.cypher, parameters: query.parameters, columns, rows, truncated } };
}
