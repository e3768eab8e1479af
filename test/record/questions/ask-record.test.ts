/** A model's questions to the record: what it gets wrong comes back to it to be mended, and it can only try so often. The SDK is the real one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { knownToAgents } from '../../../src/engine/agents/known.ts';
import { loadTeams } from '../../../src/engine/agents/load.ts';
import type { Agent } from '../../../src/engine/agents/team.ts';
import { TOOLS } from '../../../src/engine/tools/registry.ts';
import { openEmbeddedRecord } from '../../../src/record/embedded/embedded-record.ts';
import { askRecord, type RecordAnswer } from '../../../src/record/questions/ask-record.ts';
import type { PatientRecord } from '../../../src/record/record.ts';
import { gatewayFor } from '../../support/models.ts';
import { type ScriptedAnswer, type ScriptedRequest, startScriptedGemini } from '../../support/scripted-gemini.ts';
import { newPatient, told, turn } from '../told.ts';

const ANCHOR = 'MATCH (p:Patient {uuid: $patient_uuid})';
const GOOD = `${ANCHOR}-[:HAS_OBSERVATION]->(o:Observation) WHERE o.effective_time <= $now RETURN o.value AS value`;
const QUESTION = 'What is my HbA1c?';

let dir: string;
let record: PatientRecord;
let agent: Agent;
const patient = newPatient();

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ask-'));
  record = await openEmbeddedRecord({ dir });
  await record.file(
    patient,
    [told('observation', 'HbA1c', { value: 6.9, unit: '%', effective_time: '2025-02-01' })],
    turn(),
  );
  await record.file(newPatient(), [told('observation', 'HbA1c', { value: 11.4, unit: '%' })], turn());
  const teams = await loadTeams('agents', knownToAgents());
  agent = teams.get('health')?.agents.get('CypherAgent') as Agent;
});
afterAll(async () => {
  await record.close();
  await rm(dir, { recursive: true });
});

/** Each answer of the script is one turn of the model; the last is repeated. */
async function ask(script: ScriptedAnswer[], changes: Partial<Agent> = {}, signal = new AbortController().signal) {
  const requests: ScriptedRequest[] = [];
  const server = await startScriptedGemini((request) => {
    requests.push(request);
    return script[Math.min(requests.length, script.length) - 1] as ScriptedAnswer;
  });
  onTestFinished(() => server.close());
  const model = await gatewayFor({ GEMINI_API_KEY: 'test', GEMINI_BASE_URL: server.url });
  const now = new Date('2025-03-10T12:00:00Z');
  const desk = {
    agent: { ...agent, ...changes },
    model,
    tools: TOOLS,
    record,
    patient,
    patientId: 'ada',
    now,
    timezone: 'UTC',
    signal,
  };
  const answering: Promise<RecordAnswer> = askRecord(QUESTION, desk);
  return { answering, requests };
}

const queries = (cypher: string): ScriptedAnswer => ({ calls: [{ name: 'query_graph', args: { cypher } }] });
const responseTo = (request: ScriptedRequest | undefined) =>
  request?.contents.flatMap(({ parts }) => parts).findLast(({ functionResponse }) => functionResponse)?.functionResponse
    ?.response;

test('a query that the guard refuses goes back with rule and mend, and the mended one is answered', async () => {
  const { answering, requests } = await ask([
    { calls: [{ name: 'get_graph_schema', args: {} }] },
    queries('MATCH (o:Observation) RETURN o'),
    queries(GOOD),
    { text: 'Your HbA1c was 6.9 %.' },
  ]);
  const { answer, ran } = await answering;
  expect(answer).toBe('Your HbA1c was 6.9 %.');
  expect(ran?.rows).toEqual({ columns: ['value'], rows: [[6.9]], truncated: false });
  expect(ran?.query.cypher).toContain('$patient_uuid');
  expect(responseTo(requests[2])).toMatchObject({
    rule: 'anchor',
    error: expect.stringContaining('line 1'),
    hint: expect.stringContaining('Begin with MATCH (p:Patient {uuid: $patient_uuid})'),
  });
  expect(responseTo(requests[3])).toMatchObject({ rows: [[6.9]] });
});

test('the model is told the schema’s rules, the time and its tools, and no id of the patient', async () => {
  const { answering, requests } = await ask([{ text: 'I cannot say.' }]);
  expect(await answering).toEqual({ answer: 'I cannot say.', ran: null });
  expect(requests[0]?.tools).toEqual(['get_graph_schema', 'query_graph']);
  expect(requests[0]?.systemText).toContain('It is now 2025-03-10T12:00:00.000Z (time zone: UTC).');
  expect(JSON.stringify(requests[0]?.body)).not.toContain(patient);
});

test('three repairs fit into its limit, and an agent that never gets it right is stopped', async () => {
  const wrong = queries('MATCH (n) RETURN n');
  const schema: ScriptedAnswer = { calls: [{ name: 'get_graph_schema', args: {} }] };
  const mended = await ask([schema, wrong, wrong, wrong, queries(GOOD), { text: '6.9' }]);
  expect((await mended.answering).ran?.rows.rows).toEqual([[6.9]]);
  const hopeless = await ask([wrong]);
  await expect(hopeless.answering).rejects.toMatchObject({ code: 'limit_reached' });
  expect(hopeless.requests).toHaveLength(agent.limits.model_turns);
});

test('a call for a tool that it does not have, or with arguments that do not fit, is told so', async () => {
  const { answering, requests } = await ask([
    { calls: [{ name: 'drop_database', args: {} }] },
    { calls: [{ name: 'query_graph', args: { text: 'x' } }] },
    { text: 'I give up.' },
  ]);
  expect(await answering).toMatchObject({ ran: null });
  expect(responseTo(requests[1])).toMatchObject({ error: expect.stringContaining('get_graph_schema, query_graph') });
  expect(responseTo(requests[2])).toMatchObject({ error: expect.stringContaining('cypher') });
});

test('an agent that may not read the record reads nothing', async () => {
  const { answering } = await ask([queries(GOOD), { text: 'x' }], { record: 'none' });
  await expect(answering).rejects.toMatchObject({ code: 'record_forbidden' });
});

test('a model that does not answer is given up at the deadline', async () => {
  const { answering } = await ask([{ hang: true }], { limits: { ...agent.limits, seconds: 0.3 } });
  await expect(answering).rejects.toMatchObject({ code: 'timeout' });
});
