/**
 * Three worker processes, one producer, one Redis. Workers are killed without warning while 300 turns over 30 sessions run. Nothing is
 * lost, nothing is done twice: every turn ends once, in its session's order, and no step that was journaled is asked of the model again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { TurnView } from '../../producers/turn-view.ts';
import { createKeys } from '../../src/engine/task/keys.ts';
import { apiClient } from '../support/api.ts';
import { fleetEnv } from '../support/fleet.ts';
import { type FleetProcess, startProducerProcess, startWorkerProcess } from '../support/processes.ts';
import { testRedis } from '../support/redis.ts';
import type { ScriptedRequest } from '../support/scripted-gemini.ts';
import { answered, defaultAnswer, startScriptedHealth } from '../support/scripted-health.ts';

const SESSIONS = 30;
const TURNS = 10;
const KILLS = 5;
/** Model calls between two kills, out of about 2,100. */
const CALLS_BETWEEN = 280;

test('300 turns survive five killed workers, each exactly once and in order', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-chaos-'));
  const model = await startScriptedHealth({
    TriageAgent: (request) => slowly(defaultAnswer('TriageAgent', request)),
    HealthConsultantAgent: (request) =>
      slowly(
        answered(request, 'get_patient_record')
          ? { text: ['Noted: ', marker(request)] }
          : defaultAnswer('HealthConsultantAgent', request),
      ),
    MedicalMeasurementsAgent: (request) => {
      const value = Number(/weight (\d+) kg/.exec(request.lastUserText)?.[1]);
      const quote = `weight ${value} kg`;
      return slowly({
        text: JSON.stringify({ facts: [{ kind: 'observation', name: 'Body weight', value, unit: 'kg', quote }] }),
      });
    },
  });
  const env: Record<string, string> = {
    ...fleetEnv(dataDir),
    // Long enough that only a killed worker loses its jobs: one that the machine keeps waiting would ask again what the other has
    // just asked.
    WORKER_LOCK_SECONDS: '8',
    KEEP_JOURNALS: 'true',
    GEMINI_API_KEY: 'test',
    GEMINI_BASE_URL: model.url,
  };
  const workers: FleetProcess[] = [];
  const producer = await startProducerProcess(env);
  onTestFinished(async () => {
    await Promise.all([producer, ...workers].map((one) => one.kill()));
    await model.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  workers.push(...(await Promise.all(Array.from({ length: 3 }, () => startWorkerProcess(env, '--concurrency', '20')))));

  const api = apiClient(producer.url);
  const sent = new Map<string, string[]>();
  const sending = Promise.all(
    Array.from({ length: SESSIONS }, async (_, s) => {
      for (let t = 0; t < TURNS; t += 1) {
        const text = `[s${s}-t${t}] My weight ${60 + t} kg is new.`;
        const { status, body } = await api.call('POST', '/v1/turns', {
          text,
          patient_id: `p${s}`,
          session_id: `s${s}`,
        });
        expect(status).toBe(202);
        sent.set(`s${s}`, [...(sent.get(`s${s}`) ?? []), String(body.turn_id)]);
      }
    }),
  );
  let kills = 0;
  for (; kills < KILLS; kills += 1) {
    const successor = await startWorkerProcess(env, '--concurrency', '20');
    workers.push(successor);
    await expect.poll(() => model.requests.length, { timeout: 240_000 }).toBeGreaterThan((kills + 1) * CALLS_BETWEEN);
    await workers.shift()?.kill('SIGKILL');
  }
  await sending;

  const ids = [...sent.values()].flat();
  expect(ids).toHaveLength(SESSIONS * TURNS);
  const turns = new Map<string, TurnView>();
  await expect
    .poll(
      async () => {
        const open = ids.filter((id) => !turns.has(id));
        for (const turn of await Promise.all(open.map((id) => api.turn(id))))
          if (turn.timings.total_ms !== null) turns.set(turn.turn_id, turn);
        return turns.size;
      },
      { timeout: 240_000, interval: 500 },
    )
    .toBe(ids.length);

  expect([...turns.values()].filter((turn) => turn.status !== 'completed')).toEqual([]);
  const redis = testRedis();
  const keys = createKeys(String(env.REDIS_PREFIX));
  for (const [session, inOrder] of sent) {
    // The order of the conversation is the order of sending, and no turn began before the one before it had ended.
    const { body } = await api.call('GET', `/v1/sessions/${session}`);
    const messages = body.messages as { role: string; turn_id: string; text: string }[];
    expect(messages.filter(({ role }) => role === 'user').map(({ turn_id }) => turn_id)).toEqual(inOrder);
    expect(messages.filter(({ role }) => role === 'assistant').map(({ text }) => text)).toEqual(
      inOrder.map((_, t) => `Noted: [${session}-t${t}]`),
    );
    const times = await Promise.all(inOrder.map((id) => redis.hmget(keys.task(id), 'started', 'ended')));
    for (const [i, [started]] of times.entries())
      if (i > 0) expect(Number(started)).toBeGreaterThanOrEqual(Number(times[i - 1]?.[1]));
    // Ten weights were sent, ten are filed.
    const record = (await api.call('GET', `/v1/patients/p${session.slice(1)}/record`)).body;
    expect((record.observations as { value: number }[]).map(({ value }) => value).sort()).toEqual(
      inOrder.map((_, t) => 60 + t),
    );
  }
  for (const id of ids) {
    const events = await redis.xrange(keys.events(id), '-', '+');
    const kinds = events.map(([, fields]) => fields[1]);
    expect([
      id,
      kinds.filter((kind) => kind === 'reply').length,
      kinds.filter((kind) => kind === 'done').length,
    ]).toEqual([id, 1, 1]);
  }
  const repeated = await repeatedSteps(model.requests, ids, redis, keys);
  expect(repeated.afterJournal).toEqual([]);
  process.stdout.write(
    `chaos: ${ids.length} turns, ${kills} kills, ${model.requests.length} model calls, ${repeated.inFlight} of them asked again because the first was cut off\n`,
  );
}, 600_000);

async function slowly<T>(answer: T): Promise<T> {
  await sleep(20 + Math.random() * 60);
  return answer;
}

function marker(request: ScriptedRequest): string {
  return (
    /\[s\d+-t\d+\](?![\s\S]*\[s\d+-t\d+\])/.exec(
      request.contents
        .filter(({ role }) => role === 'user')
        .flatMap(({ parts }) => parts.map((part) => part.text ?? ''))
        .join('\n'),
    )?.[0] ?? ''
  );
}

/** Requests for a step that the journal already held when they began (must not be), and those whose first asking was cut off (may be). */
async function repeatedSteps(
  requests: ScriptedRequest[],
  ids: string[],
  redis: ReturnType<typeof testRedis>,
  keys: ReturnType<typeof createKeys>,
) {
  const journaled = new Map<string, number>();
  for (const id of ids) {
    const mark = /\[s\d+-t\d+\]/.exec((await redis.hget(keys.task(id), 'text')) ?? '')?.[0];
    const jobs = (await redis.hkeys(keys.task(id))).filter((field) => field.startsWith('job:'));
    const journals = await Promise.all(jobs.map((job) => redis.hgetall(keys.journal(id, job.slice('job:'.length)))));
    for (const [field, json] of journals.flatMap((journal) => Object.entries(journal))) {
      const step = /([A-Za-z]+)\/model-(\d+)$/.exec(field);
      if (step) journaled.set(`${mark} ${step[1]} ${step[2]}`, (JSON.parse(json) as { at: number }).at);
    }
  }
  const seen = new Set<string>();
  const afterJournal: string[] = [];
  let inFlight = 0;
  for (const request of requests) {
    const key = `${marker(request)} ${agentOf(request)} ${modelTurn(request)}`;
    if (seen.has(key)) inFlight += 1;
    seen.add(key);
    const at = journaled.get(key);
    if (at === undefined) afterJournal.push(`${key}: not in the journal`);
    else if (request.startedAt > at)
      afterJournal.push(`${key}: asked ${request.startedAt - at} ms after it was journaled`);
  }
  return { afterJournal, inFlight };
}

const OPENINGS: [RegExp, string][] = [
  [/^You are the front desk/, 'TriageAgent'],
  [/^You are a health consultant/, 'HealthConsultantAgent'],
  [/extract every measurement/, 'MedicalMeasurementsAgent'],
  [/extract the conditions/, 'DataExtractorAgent'],
  [/extract the people/, 'MedicalContextAgent'],
  [/extract what the user enters/, 'DataEntryAgent'],
];

function agentOf(request: ScriptedRequest): string {
  return OPENINGS.find(([opening]) => opening.test(request.systemText.slice(0, 200)))?.[1] ?? 'unknown';
}

/** How many answers of the model this run has had, this one included: history ends at the last message of the user. */
function modelTurn(request: ScriptedRequest): number {
  const last = request.contents.findLastIndex(
    ({ parts }) => parts.some((part) => part.text?.includes('[s')) && parts.every((part) => !part.functionCall),
  );
  return request.contents.slice(last).filter(({ role }) => role === 'model').length + 1;
}
