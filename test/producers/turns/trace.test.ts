/** GET /v1/turns/{id}/trace: whoever looks for where a turn's time went, or why it failed, finds it there. */
import { afterEach, expect, test } from 'vitest';
import type { Span, TurnTrace } from '../../../producers/turns/trace-schemas.ts';
import { group, llm, startDemo } from '../../engine/run/demo.ts';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testRedis } from '../../support/redis.ts';

let fleet: Fleet | undefined;
afterEach(async () => {
  await fleet?.close();
  fleet = undefined;
});

type Caller = Pick<Fleet, 'call'>;

async function traceOf({ call }: Caller, id: string): Promise<TurnTrace> {
  return (await call('GET', `/v1/turns/${id}/trace`)).body as unknown as TurnTrace;
}

function spanOf({ spans }: TurnTrace, name: string, kind?: Span['kind']): Span {
  const found = spans.find((span) => span.name === name && (kind === undefined || span.kind === kind));
  if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
  return found;
}

const above = (trace: TurnTrace, span: Span) => trace.spans.find(({ id }) => id === span.parent);

test('a health turn shows its jobs with their wait, its steps, and the filing of facts, inside the time of the turn', async () => {
  fleet = await startFleet();
  const turn = await fleet.say('My weight is 80 kg. Is that too much?');
  const trace = await traceOf(fleet, turn.turn_id);
  expect(trace).toMatchObject({ turn_id: turn.turn_id, status: turn.status, created_at: turn.created_at });
  const triage = spanOf(trace, 'TriageAgent');
  expect(triage).toMatchObject({ kind: 'run', queue: 'triage', status: 'success', attempts: 1, parent: 'turn' });
  expect(triage.job_id).toBe(`${turn.turn_id}.TusdiAI.TriageAgent`);
  expect(triage.wait_ms).toBeGreaterThanOrEqual(0);
  expect(spanOf(trace, 'MedicalMeasurementsAgent')).toMatchObject({ queue: 'extractor', status: 'success' });
  const step = trace.spans.find((span) => span.kind === 'model' && span.parent === triage.id);
  expect(step).toMatchObject({ name: 'offline', agent: 'TriageAgent', usage: { input_tokens: 0, model: 'offline' } });
  const filing = spanOf(trace, 'fan-in');
  expect(above(trace, filing)).toMatchObject({ queue: 'turn', job_id: turn.turn_id });
  expect(trace.spans[0]).toMatchObject({ id: 'turn', parent: null, kind: 'turn', ms: trace.total_ms });
  for (const span of trace.spans) expect(span.start_ms + span.ms).toBeLessThanOrEqual(trace.total_ms + 5);
  const starts = trace.spans.map(({ start_ms }) => start_ms);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});

test('rules are no model calls: a turn without a model has used none', async () => {
  fleet = await startFleet();
  const { usage } = await fleet.say('My weight is 80 kg');
  expect(usage).toMatchObject({ model_calls: 0, input_tokens: 0 });
  expect(usage.rule_calls).toBeGreaterThanOrEqual(5);
});

test('the trace of an ended turn has no texts, takes about 2 KB and is kept as long as the turn', async () => {
  fleet = await startFleet();
  const { turn_id } = await fleet.say('My weight is 80 kg. Is that too much?');
  const redis = testRedis();
  const { keys } = fleet.base;
  const stored = (await redis.lrange(keys.trace(turn_id), 0, -1)).join('\n');
  expect(stored).not.toMatch(/weight/i);
  expect(Number(await redis.memory('USAGE', keys.trace(turn_id), 'SAMPLES', 0))).toBeLessThan(2_300);
  expect(await redis.ttl(keys.trace(turn_id))).toBe(await redis.ttl(keys.task(turn_id)));
});

test('a model call that failed and the one that succeeded are both shown, with the reason', async () => {
  const demo = await startDemo({
    agents: { Root: group('parallel', ['Solo']), Solo: llm({ limits: { retry_seconds: 0 } }) },
    // Neither a server's failure nor a refusal: the job is tried again.
    scripts: { Solo: (_request, nth) => (nth === 1 ? { error: { status: 429, retryDelay: '0.1s' } } : undefined) },
  });
  const turn = await demo.tell('Hello');
  expect(turn.status).toBe('completed');
  const trace = await traceOf(demo, turn.turn_id);
  const calls = trace.spans.filter(({ kind }) => kind === 'model');
  expect(calls.map(({ status }) => status)).toEqual(['error', 'success']);
  expect(calls[0]?.error?.code).toBe('model_rate_limited');
  expect(calls[1]?.usage).toMatchObject({ input_tokens: 100, output_tokens: 10, model: 'gemini-2.5-flash' });
  const solo = spanOf(trace, 'Solo', 'run');
  expect(calls.every(({ start_ms }) => start_ms >= solo.start_ms)).toBe(true);
});

test('an agent that is used as a tool is shown inside the tool call', async () => {
  const demo = await startDemo({
    agents: {
      Root: group('parallel', ['Solo']),
      Solo: llm({ tools: [{ agent: 'Helper', name: 'ask_helper', fallback: 'It is away.' }], sub_agents: ['Helper'] }),
      Helper: llm(),
    },
    scripts: {
      Solo: (_request, nth) => (nth === 1 ? { calls: [{ name: 'ask_helper', args: { request: 'Help' } }] } : undefined),
    },
  });
  const trace = await traceOf(demo, (await demo.tell('Hello')).turn_id);
  const helper = spanOf(trace, 'Helper', 'run');
  const tool = above(trace, helper);
  expect(tool).toMatchObject({ kind: 'tool', name: 'ask_helper', status: 'success' });
  expect(above(trace, tool as Span)).toMatchObject({ kind: 'run', name: 'Solo' });
});

test('of a turn that waits because nobody works, the trace says which job waits', async () => {
  fleet = await startFleet({ roles: ['triage'] });
  const sent = await fleet.call('POST', '/v1/turns', { text: 'My weight is 80 kg', patient_id: 'p1' });
  const id = String(sent.body.turn_id);
  const statusOf = async (name: string) => {
    const trace = await traceOf(fleet as Fleet, id);
    return trace.spans.find((span) => span.name === name)?.status;
  };
  await expect.poll(() => statusOf('TriageAgent')).toBe('success');
  expect(await statusOf('MedicalMeasurementsAgent')).toBe('waiting');
  await fleet.call('DELETE', `/v1/turns/${id}`);
  expect(await traceOf(fleet, id)).toMatchObject({ status: 'cancelled' });
});

test('texts are for operators: others get the trace without them, and another tenant none', async () => {
  const tokens = {
    own: 'acme-only-tenant-0123456789',
    operator: 'acme-and-admin-0123456789',
    other: 'other-0123456789abc',
  };
  const entries = [`acme:${tokens.own}`, `acme[tenant+admin]:${tokens.operator}`, `globex:${tokens.other}`];
  fleet = await startFleet({ env: { API_TOKENS: entries.join(','), KEEP_JOURNALS: 'true' } });
  const own = apiClient(fleet.url, tokens.own);
  const { turn_id } = await own.say('My weight is 80 kg. What is my weight trend?');
  const plain = await traceOf(own, turn_id);
  expect(plain.redacted).toBe(true);
  expect(JSON.stringify(plain)).not.toMatch(/weight/i);
  const whole = await traceOf(apiClient(fleet.url, tokens.operator), turn_id);
  expect(whole.redacted).toBe(false);
  expect(spanOf(whole, 'turn').input).toBe('My weight is 80 kg. What is my weight trend?');
  expect(
    JSON.stringify(
      whole.spans.find(({ agent, kind }) => agent === 'MedicalMeasurementsAgent' && kind === 'model')?.output,
    ),
  ).toContain('weight is 80');
  expect(spanOf(whole, 'get_series').input).toMatchObject({ name: 'Weight' });
  expect((await apiClient(fleet.url, tokens.other).call('GET', `/v1/turns/${turn_id}/trace`)).status).toBe(404);
});
