/** A call to another system's agent, with the caller, the called, or both killed in the middle of it: its action is done once. */
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../src/platform/redis-endpoint.ts';
import { demoFiles, group } from '../engine/run/demo.ts';
import { testRedis } from '../support/redis.ts';
import { ledgerKeys } from '../support/served-agents.ts';
import { startVictims } from './victims.ts';

const TOKEN = 'ledger-token-0123456789';
const SERVING = 'test/support/serve-ledger-process';

/** A team whose only agent that works is the remote ledger, and a fleet that it belongs to. */
async function start() {
  const AGENTS_DIR = await demoFiles({
    name: 'health',
    agents: {
      Root: group('sequential', ['LedgerAgent']),
      LedgerAgent: {
        type: 'remote',
        worker: 'remote',
        remote: {
          endpoint: '$LEDGER_URL',
          timeout_seconds: 280,
          actions: [{ name: 'hold_entry', description: 'Writes', idempotent: false, parameters: { amount: 5 } }],
          fallback: { text: 'The ledger did not answer.', cached_seconds: 0 },
        },
        limits: { seconds: 290 },
      },
    },
  });
  const port = String(await freePort());
  const fleet = await startVictims({
    AGENTS_DIR,
    A2A_PORT: port,
    A2A_TOKEN: TOKEN,
    A2A_TIMEOUT_SECONDS: '280',
    A2A_AUTH_TOKEN: TOKEN,
    LEDGER_URL: `http://127.0.0.1:${port}/a2a`,
  });
  onTestFinished(() => fleet.close());
  const redis = testRedis();
  const ledger = ledgerKeys(fleet.base.keys.tag);
  const send = async () =>
    String((await fleet.call('POST', '/v1/turns', { text: 'Enter it', patient_id: 'p1' })).body.turn_id);
  return {
    fleet,
    send,
    begun: (count: number) => expect.poll(() => redis.lrange(ledger.runs, 0, -1)).toHaveLength(count),
    open: () => redis.set(ledger.gate, ''),
    shut: () => redis.del(ledger.gate, ledger.runs),
    entries: () => redis.hlen(ledger.entries),
    runs: () => redis.lrange(ledger.runs, 0, -1),
  };
}

test('the caller, then both, then the called are killed: each action is done at most once, and nobody is told a wrong end', async () => {
  const { fleet, send, begun, open, shut, entries, runs } = await start();
  const [first, serving] = await Promise.all([fleet.start('workers/main'), fleet.start(SERVING)]);

  // The caller: the next worker makes the same call, and gets the answer of the one that is running.
  const one = await send();
  await begun(1);
  await first.kill();
  const second = await fleet.start('workers/main');
  await open();
  const done = { status: 'completed', agents: { LedgerAgent: { status: 'success', attempts: 2 } } };
  expect(await fleet.ended(one)).toMatchObject(done);
  expect((await runs()).filter((run) => run === 'begun')).toHaveLength(1);
  expect(await entries()).toBe(1);

  // Both: the call is made again once the lease of the dead process has run out.
  await shut();
  const two = await send();
  await begun(1);
  await Promise.all([second.kill(), serving.kill()]);
  await open();
  const [again] = await Promise.all([fleet.start(SERVING), fleet.start('workers/main')]);
  expect(await fleet.ended(two)).toMatchObject(done);
  expect(await entries()).toBe(2);

  // The called: what is not idempotent is not asked for again, and the user is told that there was no answer.
  await shut();
  const three = await send();
  await begun(1);
  await again.kill();
  expect(await fleet.ended(three)).toMatchObject({ status: 'degraded', reply: 'The ledger did not answer.' });
  expect(await runs()).toEqual(['begun']);
  expect(await entries()).toBe(2);
});
