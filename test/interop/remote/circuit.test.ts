/** The circuit breaker under a real server that fails and recovers, and instances that leave the rotation and come back. */
import { expect, onTestFinished, test } from 'vitest';
import { holdTimers, skipSleeps } from '../../support/clock.ts';
import { type RemoteScript, startRemoteAgent } from '../../support/remote-agent-server.ts';
import { metric, openClient, startRemotes } from './calls.ts';
import { remoteAgent, WRITE } from './remote-agent.ts';

const OK = { output: { text: 'fine' } };
const DOWN = { error: 'UNAVAILABLE', status: 503, retryable: true };
/** A pause that no other timer has. */
const PAUSE = { failures: 5, half_open_seconds: 7.777 };
const circuitOf = (client: Parameters<typeof metric>[0], instance = 0) =>
  metric(client, 'medfleet_remote_circuit_state', { agent: 'AnalyticsAgent', instance });
const changes = (lines: Record<string, unknown>[]) =>
  lines.flatMap(({ msg, status }) => (msg === 'remote.circuit' ? [status] : []));

test('a flapping server: the circuit opens, probes the health, stays open or closes, and spares server and users', async () => {
  const pause = holdTimers(7_777);
  let up = true;
  const client = await startRemotes(() => (up ? OK : DOWN), { health: () => (up ? 200 : 503) });
  const { server, ask, lines } = client;
  const agent = remoteAgent({ retries: 0, breaker: PAUSE, fallback: { cached_seconds: 0 } });
  const rounds = 3;
  for (let round = 1; round <= rounds; round += 1) {
    expect(await ask(agent)).toMatchObject({ from: 'remote' });
    up = false;
    const before = { calls: server.calls.length, checks: server.counts.healthChecks };
    // The fifth failure opens it; the other 95 calls are refused here and never sent.
    const failed = await Promise.allSettled(Array.from({ length: 5 }, () => ask(agent)));
    expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
    for (let call = 0; call < 95; call += 1)
      await expect(ask(agent)).rejects.toMatchObject({
        code: 'remote_unavailable',
        message: expect.stringContaining('CIRCUIT_OPEN'),
      });
    expect(server.calls.length - before.calls).toBe(5);
    expect(await circuitOf(client)).toBe(2);

    // Half open: one health check, no call of a user. It fails, and the pause begins again.
    pause.fire();
    await expect.poll(() => changes(lines).at(-1)).toBe('open');
    await expect.poll(() => server.counts.healthChecks - before.checks).toBe(1);
    await expect.poll(() => pause.waiting()).toBe(1);
    expect(server.calls.length - before.calls).toBe(5);

    up = true;
    pause.fire();
    await expect.poll(() => circuitOf(client)).toBe(0);
    expect(server.counts.healthChecks - before.checks).toBe(2);
    expect(await ask(agent)).toMatchObject({ from: 'remote' });
  }
  const round = ['open', 'half_open', 'open', 'half_open', 'closed'];
  expect(changes(lines)).toEqual(Array.from({ length: rounds }, () => round).flat());
});

test('while the circuit is half open, users are not made to wait for the health check', async () => {
  const pause = holdTimers(7_777);
  let healthy = () => {};
  const health = new Promise<void>((resolve) => {
    healthy = resolve;
  });
  const client = await startRemotes(() => DOWN, { health: () => health.then(() => 200) });
  const agent = remoteAgent({ retries: 0, breaker: { ...PAUSE, failures: 1 } });
  await expect(client.ask(agent)).rejects.toMatchObject({ code: 'remote_unavailable' });
  pause.fire();
  await expect.poll(() => circuitOf(client)).toBe(1);
  await expect(client.ask(agent)).rejects.toMatchObject({ message: expect.stringContaining('CIRCUIT_OPEN') });
  healthy();
  await expect.poll(() => circuitOf(client)).toBe(0);
  expect(client.server.calls).toHaveLength(1);
});

test('an answer in between keeps the circuit closed: only failures in a row count', async () => {
  const client = await startRemotes((_call, nth) => (nth % 5 === 0 ? OK : DOWN));
  const agent = remoteAgent({ retries: 0, breaker: PAUSE });
  await Promise.allSettled(Array.from({ length: 4 }, () => client.ask(agent)));
  for (let call = 5; call <= 50; call += 1) await client.ask(agent).catch(() => undefined);
  expect(client.server.calls).toHaveLength(50);
  expect(await circuitOf(client)).toBe(0);
});

test('an agent without a page for its health comes back when it answers at all', async () => {
  const pause = holdTimers(7_777);
  let up = false;
  const client = await startRemotes(() => (up ? OK : DOWN), { health: () => 404 });
  const agent = remoteAgent({ retries: 0, breaker: { ...PAUSE, failures: 1 } });
  await expect(client.ask(agent)).rejects.toMatchObject({ code: 'remote_unavailable' });
  up = true;
  pause.fire();
  await expect.poll(() => circuitOf(client)).toBe(0);
  expect(await client.ask(agent)).toMatchObject({ from: 'remote' });
});

/** Several instances; each says its own index. */
async function startInstances(
  count: number,
  script: (index: number) => RemoteScript,
  health = (_index: number) => 200,
) {
  const servers = await Promise.all(
    Array.from({ length: count }, (_, index) => startRemoteAgent(script(index), { health: () => health(index) })),
  );
  for (const server of servers) onTestFinished(() => server.close());
  const client = openClient({ ANALYTICS_AGENT_URL: servers.map(({ endpoint }) => endpoint).join(', ') });
  return { servers, ...client };
}

test('conversations are spread over the instances, and each stays with its own', async () => {
  const { servers, ask } = await startInstances(3, () => () => OK);
  const agent = remoteAgent({ health_seconds: 0, fallback: { cached_seconds: 0 } });
  for (let round = 0; round < 3; round += 1)
    await Promise.all(Array.from({ length: 60 }, (_, s) => ask(agent, {}, { task: { session_id: `s${s}` } })));
  const seen = servers.map(({ calls }) => new Set(calls.map(({ conversation_id }) => conversation_id)));
  for (const conversations of seen) expect(conversations.size).toBeGreaterThan(8);
  expect(seen.reduce((sum, { size }) => sum + size, 0)).toBe(60);
});

test('calls of no conversation take turns', async () => {
  const { servers, ask } = await startInstances(3, () => () => OK);
  const agent = remoteAgent({ health_seconds: 0 });
  for (let call = 0; call < 30; call += 1) await ask(agent, {}, { task: { session_id: null, id: `task-${call}` } });
  expect(servers.map(({ calls }) => calls.length)).toEqual([10, 10, 10]);
});

test('when an instance fails its conversations move, the others stay, and all come back when it does', async () => {
  skipSleeps();
  const pause = holdTimers(7_777);
  let broken = -1;
  const client = await startInstances(
    3,
    (index) => () => (index === broken ? DOWN : OK),
    (index) => (index === broken ? 500 : 200),
  );
  const { servers, ask } = client;
  const agent = remoteAgent({ health_seconds: 0, breaker: { ...PAUSE, failures: 2 } });
  const everyone = async () => {
    const before = servers.map(({ calls }) => calls.length);
    const sessions = Array.from({ length: 30 }, (_, s) => `s${s}`);
    const outcomes = await Promise.all(sessions.map((session_id) => ask(agent, {}, { task: { session_id } })));
    expect(outcomes.every(({ from }) => from === 'remote')).toBe(true);
    return servers.map(
      ({ calls }, index) => new Set(calls.slice(before[index]).map(({ conversation_id }) => conversation_id)),
    );
  };
  const first = await everyone();
  broken = 1;
  await everyone();
  expect(await circuitOf(client, 1)).toBe(2);
  const without = await everyone();
  expect(without[1]?.size).toBe(0);
  for (const index of [0, 2]) expect([...(first[index] ?? [])].every((id) => without[index]?.has(id))).toBe(true);
  broken = -1;
  pause.fire();
  await expect.poll(() => circuitOf(client, 1)).toBe(0);
  expect(await everyone()).toEqual(first);
});

test('an instance whose health check fails gets no calls until it is well again', async () => {
  const interval = holdTimers(4_321);
  let ill = false;
  const { servers, ask } = await startInstances(
    2,
    () => () => OK,
    (index) => (ill && index === 0 ? 503 : 200),
  );
  const agent = remoteAgent({ health_seconds: 4.321 });
  const shares = async () => {
    const before = servers.map(({ calls }) => calls.length);
    for (let call = 0; call < 10; call += 1) await ask(agent, {}, { task: { session_id: null } });
    return servers.map(({ calls }, index) => calls.length - (before[index] ?? 0));
  };
  const checked = async (times: number) => {
    interval.fire();
    await expect.poll(() => servers.map(({ counts }) => counts.healthChecks)).toEqual([times, times]);
    await expect.poll(() => interval.waiting()).toBe(1);
  };
  expect(await shares()).toEqual([5, 5]);
  ill = true;
  await checked(1);
  expect(await shares()).toEqual([0, 10]);
  ill = false;
  await checked(2);
  expect(await shares()).toEqual([5, 5]);
});

test('health checks stop when nobody calls the agent any more, and when the process closes', async () => {
  const interval = holdTimers(4_321);
  const { servers, ask, remotes } = await startInstances(2, () => () => OK);
  const agent = remoteAgent({ health_seconds: 4.321 });
  await ask(agent);
  let checks = 0;
  while (interval.waiting() > 0) {
    checks += 1;
    expect(checks).toBeLessThan(100);
    interval.fire();
    await expect.poll(() => servers[1]?.counts.healthChecks).toBe(checks);
    // One more is begun, or none: the timer is set right after the answers.
    await expect.poll(() => interval.waiting() > 0 || checks >= 30).toBe(true);
  }
  expect(checks).toBe(30);
  await ask(agent, { action: WRITE });
  expect(interval.waiting()).toBe(1);
  await remotes.close();
  expect(interval.waiting()).toBe(0);
});

test('a batch whose instance fails meanwhile goes to another one', async () => {
  skipSleeps();
  const held = holdTimers(5);
  const { servers, ask } = await startInstances(2, (index) => () => (index === 0 ? DOWN : OK));
  const breaker = { failures: 1, half_open_seconds: 3_600 };
  const agent = remoteAgent({ batch: true, breaker, health_seconds: 0, fallback: { cached_seconds: 0 } });
  // Those of the first instance wait in their batch while a call that goes alone opens its circuit.
  const asked = Array.from({ length: 8 }, (_, s) => ask(agent, {}, { task: { session_id: `s${s}` } }));
  await expect.poll(() => held.waiting()).toBe(2);
  for (
    let call = 0;
    (await ask(agent, { action: WRITE }, { task: { session_id: `w${call}` } }).catch(() => null)) !== null;
    call += 1
  );
  const before = servers[0]?.calls.length;
  held.release();
  held.fire();
  const outcomes = await Promise.all(asked);
  expect(outcomes.every(({ from }) => from === 'remote')).toBe(true);
  expect(servers[0]?.calls.length).toBe(before);
});
