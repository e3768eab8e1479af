/** While a model is away: what is filed, what the turn says about it, and what is made good afterwards. */
import type { Job } from 'bullmq';
import { afterEach, describe, expect, test } from 'vitest';
import { AGAIN } from '../../queues/try-again.ts';
import { agentsWith } from '../support/agents-dir.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { type AgentScript, type ScriptedHealth, startScriptedHealth } from '../support/scripted-health.ts';

/** A request that is refused is not made again, so that no test waits for retries. */
const AWAY = { error: { status: 403 } };
const TOO_LONG = 'The input token count (9000) exceeds the maximum number of tokens allowed (8192).';
const SAID = 'I have asthma. My knee creaks.';
const fact = (kind: string, name: string, quote: string, more: Record<string, unknown> = {}) => ({
  kind,
  name,
  quote,
  assertion: 'present',
  experiencer: 'patient',
  confidence: 0.9,
  ...more,
});
/** As a model would read it: the asthma that the rules know too, and the knee that they do not. */
const BY_MODEL = {
  text: JSON.stringify({
    facts: [fact('condition', 'Asthma', 'I have asthma'), fact('symptom', 'Creaking knee', 'My knee creaks')],
  }),
};

let model: ScriptedHealth;
let fleet: Fleet;

async function start(scripts: Record<string, AgentScript>, env: Record<string, string> = {}): Promise<void> {
  model = await startScriptedHealth(scripts);
  fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url, ...env } });
}

afterEach(async () => {
  await fleet?.close();
  await model?.close();
});

const jobOf = (turnId: string) => fleet.queue('extractor').getJob(`${turnId}.${AGAIN}`) as Promise<Job | undefined>;
const record = async (patient: string) => (await fleet.call('GET', `/v1/patients/${patient}/record`)).body;
const namesOf = (list: unknown) => (list as { name: string }[]).map(({ name }) => name);

/** The delay is over; the job has run once more. */
async function runAgain(turnId: string): Promise<Job> {
  await expect.poll(async () => (await jobOf(turnId))?.isDelayed()).toBe(true);
  const before = (await jobOf(turnId))?.attemptsMade ?? 0;
  await (await jobOf(turnId))?.promote();
  await expect.poll(async () => (await jobOf(turnId))?.attemptsMade).toBe(before + 1);
  return (await jobOf(turnId)) as Job;
}

test('rules answer for a triage and a consultant whose models fail, and the turn says so', async () => {
  await start({ TriageAgent: () => AWAY, HealthConsultantAgent: () => AWAY });
  const turn = await fleet.say('How is my blood pressure doing?');
  expect(turn).toMatchObject({
    status: 'degraded',
    route: 'patient_consult',
    error: { code: 'stood_in' },
    warnings: [
      { code: 'stood_in', agent: 'TriageAgent' },
      { code: 'stood_in', agent: 'HealthConsultantAgent' },
    ],
    agents: {
      TriageAgent: { by: 'rules' },
      HealthConsultantAgent: { status: 'success', by: 'rules' },
      DataExtractorAgent: { by: 'model' },
    },
  });
  expect(turn.reply).toMatch(/blood pressure/i);
  // It was said to the user: nothing is tried again.
  expect(await fleet.queue('consultant').getJob(`${turn.turn_id}.${AGAIN}`)).toBeUndefined();
});

test('a consultant whose model fails and whose rule may not stand in degrades the turn, and error and reply say so', async () => {
  const consultant = (path: string[], value: unknown) => ({ agent: 'HealthConsultantAgent', path, value });
  await start(
    { HealthConsultantAgent: () => ({ error: { status: 500 } }) },
    { AGENTS_DIR: agentsWith([consultant(['limits', 'retry_seconds'], 1), consultant(['fallback'], 'none')]) },
  );
  const turn = await fleet.say('How is my blood pressure doing?');
  expect(turn).toMatchObject({
    status: 'degraded',
    error: { code: 'model_unavailable', agent: 'HealthConsultantAgent' },
    agents: { HealthConsultantAgent: { status: 'error' } },
  });
  expect(turn.reply).toContain('could not answer');
});

describe('an extractor whose model is away', () => {
  test('its facts are read by rules and marked so, and the turn says it', async () => {
    await start({ DataExtractorAgent: () => AWAY });
    const turn = await fleet.say(SAID, { patient_id: 'p-rules' });
    expect(turn).toMatchObject({
      status: 'degraded',
      reply: 'All is well.',
      error: { code: 'stood_in', agent: 'DataExtractorAgent' },
    });
    expect(turn.facts).toMatchObject([{ name: 'Asthma', source_agent: 'DataExtractorAgent (rules)' }]);
    expect(namesOf((await record('p-rules')).conditions)).toEqual(['Asthma']);
  });

  const LIMITS: [string, AgentScript, number][] = [
    ['context_exceeded', () => ({ error: { status: 400, message: TOO_LONG } }), 1],
    ['limit_reached', () => ({ text: '', finish: 'MAX_TOKENS' }), 1],
  ];
  test.each(LIMITS)(
    '%s: rules stand in, and what would fail the same way is not tried again',
    async (_, script, times) => {
      await start({ DataExtractorAgent: script });
      const turn = await fleet.say(SAID, { patient_id: 'p-limit' });
      expect(turn).toMatchObject({ status: 'degraded', error: { code: 'stood_in', agent: 'DataExtractorAgent' } });
      expect(turn.facts).toMatchObject([{ name: 'Asthma', source_agent: 'DataExtractorAgent (rules)' }]);
      expect(model.asked('DataExtractorAgent')).toBe(times);
      expect(await jobOf(turn.turn_id)).toBeUndefined();
    },
  );

  test('when the model is back, what it reads is added and nothing is doubled, however often it runs', async () => {
    let away = true;
    await start({ DataExtractorAgent: () => (away ? AWAY : BY_MODEL) });
    const turn = await fleet.say(SAID, { patient_id: 'p-again' });
    const failed = await runAgain(turn.turn_id);
    expect(failed.failedReason).toContain('not_yet');
    expect(namesOf((await record('p-again')).symptoms)).toEqual([]);

    away = false;
    const done = await runAgain(turn.turn_id);
    await expect.poll(() => done.isCompleted()).toBe(true);
    const after = await record('p-again');
    expect([namesOf(after.conditions), namesOf(after.symptoms)]).toEqual([['Asthma'], ['Creaking knee']]);
    expect(namesOf((await fleet.turn(turn.turn_id)).facts)).toEqual(['Asthma', 'Creaking knee']);

    // A worker that died after filing and before the job was done.
    await fleet.queue('extractor').remove(String(done.id));
    const data = { task_id: turn.turn_id, team: 'health', agents: ['DataExtractorAgent'] };
    await fleet.queue('extractor').add('again', data, { jobId: String(done.id) });
    await expect.poll(async () => (await jobOf(turn.turn_id))?.isCompleted()).toBe(true);
    expect(await record('p-again')).toEqual(after);
    expect(namesOf((await fleet.turn(turn.turn_id)).facts)).toEqual(['Asthma', 'Creaking knee']);
  });

  test('a person who was erased meanwhile stays erased', async () => {
    await start({ DataExtractorAgent: (_request, nth) => (nth === 1 ? AWAY : BY_MODEL) });
    const turn = await fleet.say(SAID, { patient_id: 'p-gone' });
    await expect.poll(async () => (await jobOf(turn.turn_id))?.isDelayed()).toBe(true);
    await fleet.call('DELETE', '/v1/patients/p-gone');
    expect(await jobOf(turn.turn_id)).toBeUndefined();

    // A job that the erasure has not seen, as after a restore of an older queue.
    const data = { task_id: turn.turn_id, team: 'health', agents: ['DataExtractorAgent'] };
    const stray = await fleet.queue('extractor').add('again', data, { jobId: `${turn.turn_id}.${AGAIN}` });
    await expect.poll(async () => await stray.getState()).toBe('completed');
    expect(model.asked('DataExtractorAgent')).toBe(1);
    expect((await record('p-gone')).symptoms).toEqual([]);
  });
});
