/** A question about a record is a task: a worker answers it, Bull Board shows its jobs, and its deadline ends it. */
import { afterEach, expect, test } from 'vitest';
import { expectProblem } from '../producers/http/expect-problem.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { type ScriptedHealth, startScriptedHealth } from '../support/scripted-health.ts';

let fleet: Fleet;
let model: ScriptedHealth | undefined;
afterEach(async () => {
  await fleet.close();
  await model?.close();
  model = undefined;
});

const ask = (question: string) => fleet.call('POST', '/v1/patients/ada/query', { question });
const jobsOf = async (queue: 'turn' | 'specialist') => fleet.queue(queue).getJobs(['completed', 'failed', 'active']);

test('its jobs are in the queues, where Bull Board shows them, without the text of the question', async () => {
  fleet = await startFleet({ dashboard: true });
  await fleet.say('My weight is 80 kg', { patient_id: 'ada' });
  const { status, body } = await ask('What was my last weight?');
  expect(status).toBe(200);
  expect(body.answer).toMatch(/80 kg/);
  expect(body.cypher).toMatch(/^MATCH \(p:Patient/);
  const agents = (await jobsOf('turn')).map(({ data }) => data.agent);
  expect(agents.sort()).toEqual(['CypherAgent', 'TusdiAI']);
  const [run] = (await jobsOf('specialist')).filter(({ data }) => data.agent === 'CypherAgent');
  const board = await fetch(`${fleet.url}/dashboard/queues/api/queues/specialist/${run?.id}`);
  const shown = await board.text();
  expect(board.status).toBe(200);
  expect(shown).toContain('CypherAgent');
  expect(shown).not.toContain('weight');
});

test('a question is not a turn: it is in no list of turns and in no conversation', async () => {
  fleet = await startFleet();
  await ask('What was my last weight?');
  const [task] = await jobsOf('turn');
  expectProblem(await fleet.call('GET', `/v1/turns/${task?.id}`), 404, 'not_found');
  expect((await fleet.call('GET', '/v1/turns?patient_id=ada')).body.turns).toEqual([]);
});

test('two pregnancies of a clinic that are over are counted as two', async () => {
  fleet = await startFleet();
  const pregnancy = (id: string, onsetDateTime: string, abatementDateTime: string) => ({
    resource: {
      resourceType: 'Condition',
      id,
      code: { coding: [{ system: 'http://snomed.info/sct', code: '72892002', display: 'Normal pregnancy (finding)' }] },
      clinicalStatus: { coding: [{ code: 'resolved' }] },
      onsetDateTime,
      abatementDateTime,
    },
  });
  const entry = [pregnancy('p1', '2005-02-01', '2005-11-03'), pregnancy('p2', '2010-05-01', '2011-01-20')];
  await fleet.call('POST', '/v1/patients/ada/fhir', { resourceType: 'Bundle', type: 'collection', entry });
  const { body } = await ask('How many pregnancies have I had?');
  expect(body.answer).toMatch(/^Your record holds 2 conditions of pregnancy\./);
});

test('a question that is not answered by its deadline ends, and its model call is aborted', async () => {
  model = await startScriptedHealth({ CypherAgent: () => ({ hang: true }) });
  fleet = await startFleet({
    env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url, QUESTION_SECONDS: '1' },
  });
  expectProblem(await ask('What was my last weight?'), 504, 'timeout');
  await expect.poll(() => model?.requests[0]?.aborted).toBe(true);
  await expect.poll(async () => (await jobsOf('turn'))[0]?.returnvalue).toMatchObject({ status: 'degraded' });
});

test('without a worker the client is told in time', async () => {
  fleet = await startFleet({ roles: [], env: { QUESTION_SECONDS: '1' } });
  expectProblem(await ask('What was my last weight?'), 504, 'timeout');
});
