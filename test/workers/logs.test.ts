/** The log of a fleet: it contains events, and nothing that a user or a model wrote. */
import { expect, onTestFinished, test } from 'vitest';
import { demoFiles, group, llm, startDemoModel, toolAnswers } from '../engine/run/demo.ts';
import { startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';

const SAID = 'marker-of-the-user';
const REASON = 'marker-of-the-reason';
const ANSWERED = 'marker-of-the-model';
const ECHOED = 'marker-of-the-provider';

test('the log has hand-overs, failures and retries, and no text of users or models', async () => {
  const dir = await demoFiles({
    name: 'health',
    agents: {
      Root: group('parallel', ['Desk', 'Broken']),
      Desk: llm({ transfers: ['Doctor'], tools: [{ agent: 'Helper', name: 'ask_helper', fallback: 'no' }] }),
      Helper: llm(),
      Doctor: llm(),
      Broken: llm({ output: 'DataExtraction' }),
    },
  });
  const model = await startDemoModel({
    Desk: (request, nth) => {
      if (nth === 1) return { error: { status: 503, message: `${ECHOED} ${SAID}` } };
      const told = toolAnswers(request).length;
      if (told === 0) return { calls: [{ name: 'ask_helper', args: { request: SAID } }] };
      const to = told === 1 ? `Nobody ${ANSWERED}` : 'Doctor';
      return { calls: [{ name: 'transfer_to_agent', args: { agent_name: to, reason: REASON } }] };
    },
    Helper: () => ({ error: { status: 400, message: `${ECHOED} ${SAID}` } }),
    Doctor: () => ({ text: ANSWERED }),
    Broken: () => ({ text: ANSWERED }),
  });
  let log = '';
  const fleet = await startFleet({
    env: {
      AGENTS_DIR: dir,
      KEEP_JOURNALS: 'true',
      GEMINI_API_KEY: 'test',
      GEMINI_BASE_URL: model.url,
      LOG_LEVEL: 'trace',
    },
    logTo: {
      write(line) {
        log += line;
      },
    },
  });
  onTestFinished(() => model.close());
  const turn = await fleet.say(`My head hurts: ${SAID}`, { patient_id: 'patient-of-the-test' });
  expect(turn).toMatchObject({ status: 'degraded', reply: ANSWERED, agent: 'Doctor' });
  // The reason of a hand-over is stored where only readers of the turn can see it.
  const journal = await testRedis().hgetall(fleet.base.keys.journal(turn.turn_id, 'Root.Desk'));
  expect(JSON.stringify(journal)).toContain(REASON);

  await fleet.close();
  for (const event of ['transfer.allowed', 'transfer.refused', 'job.failed', 'agent_tool.failed', 'turn.completed'])
    expect(log).toContain(event);
  for (const marker of [SAID, REASON, ANSWERED, ECHOED, 'patient-of-the-test']) expect(log).not.toContain(marker);
});
