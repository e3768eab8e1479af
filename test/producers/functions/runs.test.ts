/** A run of a function: read later, followed, cancelled, sent twice; whose it is, and whose cached result it may take. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunView } from '../../../producers/functions/run-view.ts';
import { type Api, apiClient } from '../../support/api.ts';
import { cited } from '../../support/citations.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { INPUTS, NOTE, runFunction } from '../../support/function-calls.ts';
import { expectProblem } from '../http/expect-problem.ts';

const [ANNA, BOB, CLINIC, OTHER] = ['anna', 'bob', 'clinic', 'other'].map((name) => `${name}-token-0123456789`);
const SUMMARIZE = '/v1/functions/summarize-content/run';

let fleet: Fleet;
let anna: Api;
let bob: Api;
let clinic: Api;
let other: Api;
beforeAll(async () => {
  const env = { API_TOKENS: `clinic/anna:${ANNA},clinic/bob:${BOB},clinic:${CLINIC},other:${OTHER}` };
  fleet = await startFleet({ env });
  const apis = [ANNA, BOB, CLINIC, OTHER].map((token) => apiClient(fleet.url, token));
  [anna, bob, clinic, other] = apis as [Api, Api, Api, Api];
});
afterAll(() => fleet.close());

/** The whole stream: it ends with the run. */
async function eventsOf(runId: unknown, token = CLINIC): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${fleet.url}/v1/runs/${runId}/events`, { headers });
  expect(response.status).toBe(200);
  return [...(await response.text()).matchAll(/^event: (\w+)$/gm)].map(([, kind]) => String(kind));
}

test('with ?wait=0 the run is answered by its address, followed there, and read when it has ended', async () => {
  const body = { ...INPUTS.summarize_content, cache: false, user_id: 'anna' };
  const sent = await clinic.call('POST', `${SUMMARIZE}?wait=0`, body);
  expect(sent.status).toBe(202);
  const address = `/v1/runs/${sent.body.run_id}`;
  expect(sent.body).toEqual({
    run_id: expect.any(String),
    status: 'queued',
    events_url: `${address}/events`,
    result_url: address,
  });
  expect(sent.headers.get('location')).toBe(address);
  const events = await eventsOf(sent.body.run_id);
  expect([events[0], events.at(-1)]).toEqual(['queued', 'done']);
  const run = RunView.parse((await clinic.call('GET', address)).body);
  expect(run).toMatchObject({ name: 'summarize_content', user_id: 'anna', status: 'completed' });
  expect(NOTE).toContain(String(run.output?.summary).split('. ')[0]);
  // And again, from the first event on.
  expect(await eventsOf(sent.body.run_id)).toEqual(events);
  expectProblem(await clinic.call('DELETE', address), 409, 'conflict');
});

test('a failed run that nobody waited for says why when it is read', async () => {
  const sent = await clinic.call('POST', '/v1/functions/generate-code/run?wait=0', INPUTS.generate_code);
  expect(sent.status).toBe(202);
  await eventsOf(sent.body.run_id);
  const { status, body } = await clinic.call('GET', `/v1/runs/${sent.body.run_id}`);
  expect([status, body.status, body.output]).toEqual([200, 'failed', null]);
  expect(body.error).toMatchObject({ code: 'model_required' });
});

test('the same key and body are the same run; another body or user is not', async () => {
  const key = { 'Idempotency-Key': 'note-1' };
  const first = await runFunction(anna, 'summarize_content', {}, key);
  const again = await runFunction(anna, 'summarize_content', {}, key);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expectProblem(await runFunction(anna, 'summarize_content', { target_tokens: 41 }, key), 409, 'idempotency_conflict');
  expectProblem(await runFunction(anna, 'extract_structure', {}, key), 409, 'idempotency_conflict');
  expect((await runFunction(bob, 'summarize_content', {}, key)).body.run_id).not.toBe(first.body.run_id);
  expect((await runFunction(other, 'summarize_content', {}, key)).body.run_id).not.toBe(first.body.run_id);
  expectProblem(
    await runFunction(anna, 'summarize_content', {}, { 'Idempotency-Key': 'k'.repeat(256) }),
    400,
    'malformed',
  );
});

test('a run of another user or tenant is not there', async () => {
  const { body } = await runFunction(anna, 'summarize_content');
  expect(body.user_id).toBe('anna');
  const address = `/v1/runs/${body.run_id}`;
  for (const api of [anna, clinic]) expect((await api.call('GET', address)).status).toBe(200);
  for (const api of [bob, other])
    for (const [method, path] of [
      ['GET', address],
      ['GET', `${address}/events`],
      ['DELETE', address],
    ] as const)
      expectProblem(await api.call(method, path), 404, 'not_found');
  expectProblem(await runFunction(anna, 'summarize_content', { user_id: 'bob' }), 403, 'forbidden');
});

test('neither is a turn a run, nor a run a turn', async () => {
  const { turn_id } = await clinic.say('Hello', { user_id: 'anna' });
  expectProblem(await clinic.call('GET', `/v1/runs/${turn_id}`), 404, 'not_found');
  const { body } = await runFunction(clinic, 'decompose_task');
  expectProblem(await clinic.call('GET', `/v1/turns/${body.run_id}`), 404, 'not_found');
  for (const id of ['none', '..', 'a%2Fb', '*'])
    expectProblem(await clinic.call('GET', `/v1/runs/${id}`), 404, 'not_found');
});

describe('a result that is there already', () => {
  /** Whether the run was answered from the cache. The content is the test's own. */
  const cachedFor = async (api: Api, content: string, fields: Record<string, unknown> = {}) => {
    const { status, body } = await runFunction(api, 'summarize_content', { content, ...fields });
    expect(status).toBe(200);
    return (body.details as { cached: boolean }).cached;
  };

  test('is taken for the same input, and is the same', async () => {
    const content = `${NOTE} Once.`;
    const first = await runFunction(anna, 'summarize_content', { content });
    const second = await runFunction(anna, 'summarize_content', { content });
    expect([first.body.details, second.body.details]).toMatchObject([{ cached: false }, { cached: true }]);
    expect(second.body.output).toEqual(first.body.output);
    expect(second.body.run_id).not.toBe(first.body.run_id);
  });

  test('is not taken for another input, preset or source', async () => {
    const content = `${NOTE} Other input.`;
    expect(await cachedFor(anna, content)).toBe(false);
    expect(await cachedFor(anna, `${content} `)).toBe(false);
    expect(await cachedFor(anna, content, { style: 'bullets' })).toBe(false);
    expect(await cachedFor(anna, content, { preset: 'S1' })).toBe(false);
    expect(await cachedFor(anna, content, { citations: [cited('book', 1)] })).toBe(false);
    // What they are called by is not what they are.
    expect(await cachedFor(anna, content, { quality: 'standard' })).toBe(true);
    expect(await cachedFor(anna, content, { over_budget: 'split' })).toBe(true);
  });

  test('is not taken for another user, tenant or patient', async () => {
    const content = `${NOTE} Other people.`;
    expect(await cachedFor(anna, content, { patient_id: 'p1' })).toBe(false);
    expect(await cachedFor(anna, content, { patient_id: 'p2' })).toBe(false);
    expect(await cachedFor(anna, content)).toBe(false);
    expect(await cachedFor(bob, content, { patient_id: 'p1' })).toBe(false);
    expect(await cachedFor(clinic, content, { patient_id: 'p1' })).toBe(false);
    expect(await cachedFor(other, content, { user_id: 'anna', patient_id: 'p1' })).toBe(false);
    expect(await cachedFor(clinic, content, { user_id: 'anna', patient_id: 'p1' })).toBe(true);
  });

  test('is neither taken nor kept with cache: false', async () => {
    const content = `${NOTE} Not kept.`;
    expect(await cachedFor(anna, content, { cache: false })).toBe(false);
    expect(await cachedFor(anna, content)).toBe(false);
    expect(await cachedFor(anna, content, { cache: false })).toBe(false);
    expect(await cachedFor(anna, content)).toBe(true);
  });

  test('of the library is not taken once the library has changed', async () => {
    const ask = async () => (await runFunction(anna, 'cross_reference', { query_artifact: 'spirometry' })).body;
    expect((await ask()).output).toMatchObject({ references: [] });
    expect((await ask()).details).toMatchObject({ cached: true });
    const text = 'Spirometry measures how much air is breathed out.';
    await anna.call('POST', '/v1/library', { scope: 'guides', title: 'Lungs', type: 'text', text });
    const found = await ask();
    expect(found).toMatchObject({ details: { cached: false }, output: { references: [{ scope: 'guides' }] } });
    const theirs = await runFunction(bob, 'cross_reference', { query_artifact: 'spirometry' });
    expect(theirs.body.output).toMatchObject({ references: [] });
  });
});

test('sources that are given are cited with footnotes, and the audit knows the message', async () => {
  const chunk = 'A control of potassium is planned for June, as after every start of ramipril.';
  const citations = [cited('book', 1, { similarity: 0.9, chunk }), cited('page', 2)];
  const fields = { citations, conversation_id: 'c1', message_id: 'm1' };
  const { body } = await runFunction(anna, 'summarize_content', { ...fields, target_tokens: 400 });
  expect(body.cited).toMatchObject({ citations: [{ id: 'book' }], sources_without_marker: ['page'] });
  expect((body.cited as { footnotes: string[] }).footnotes).toHaveLength(1);
  const audit = async (api: Api) => (await api.call('GET', '/v1/audit/citations?conversation_id=c1')).body.records;
  expect(await audit(anna)).toMatchObject([{ message_id: 'm1', citations_used: ['book'], retrieval_scores: [0.9] }]);
  for (const api of [bob, other]) expect(await audit(api)).toEqual([]);
});
