/** One call over A2A 1.0 on the wire: what an agent is sent, and what its answers become. */
import { expect, test } from 'vitest';
import { dataPart, textPart } from '../../../../src/interop/a2a/parts.ts';
import type { Binding } from '../../../support/a2a.ts';
import { metric, TOKEN } from '../calls.ts';
import { say, startWalks, walks } from './walks.ts';

const BINDINGS: Binding[] = ['JSONRPC', 'HTTP+JSON'];
const DONE = { state: 'TASK_STATE_COMPLETED', parts: [textPart('About 4.2 km.')] } as const;

test.each(BINDINGS)('a message is answered by a message, over %s', async (binding) => {
  const { server, ask } = await startWalks(({ text }) => ({ message: `Heard: ${text}` }), { bindings: [binding] });
  expect(await ask(walks(), say('6000 steps'))).toMatchObject({
    from: 'remote',
    output: { text: 'Heard: 6000 steps' },
  });
  expect(server.heard[0]?.message.messageId).toMatch(/^[0-9a-f]{40}$/);
  expect(server.heard[0]?.task).toBeUndefined();
  expect(server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'a2a-version': '1.0' });
  expect(server.requests[0]?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

test.each(BINDINGS)('a task that takes time is waited for, over %s', async (binding) => {
  let done = () => {};
  const after = new Promise<void>((resolve) => {
    done = resolve;
  });
  const { server, ask } = await startWalks(() => ({ ...DONE, after }), { bindings: [binding] });
  const asked = ask(walks(), say('6000 steps'));
  // It has looked at the task, and that was not done.
  await expect.poll(() => server.requests.length).toBeGreaterThan(2);
  done();
  expect(await asked).toMatchObject({ from: 'remote', output: { text: 'About 4.2 km.' } });
  expect(server.tasks.size).toBe(1);
  expect(server.cancelled).toEqual([]);
});

test('the first binding of the card that is spoken is used', async () => {
  const { server, ask } = await startWalks(() => DONE, { bindings: ['HTTP+JSON', 'JSONRPC'] });
  await ask(walks(), say('6000 steps'));
  expect(server.requests.map(({ path }) => path)).toContain('/rest/message:send');
});

test('text, data and files come back as what they are; a file is named and not opened', async () => {
  const file = {
    ...textPart(''),
    content: { $case: 'raw' as const, value: Buffer.from('x') },
    filename: 'walk.gpx',
    mediaType: 'application/gpx+xml',
  };
  const parts = [textPart('One.'), dataPart({ km: 4.2 }), textPart('Two.'), file];
  const { ask } = await startWalks(() => ({ state: 'TASK_STATE_COMPLETED', parts }));
  expect((await ask(walks(), say('6000 steps'))).output).toEqual({
    text: 'One.\n\nTwo.',
    data: [{ km: 4.2 }],
    files: [{ filename: 'walk.gpx', media_type: 'application/gpx+xml' }],
  });
});

test('an artifact that was streamed in chunks is one text', async () => {
  const parts = ['You wal', 'ked ', '4.2 km.'].map(textPart);
  const { ask } = await startWalks(() => ({ state: 'TASK_STATE_COMPLETED', parts }));
  expect((await ask(walks(), say('6000 steps'))).output).toEqual({ text: 'You walked 4.2 km.' });
});

test('a task without artifacts is answered by the words of its end', async () => {
  const { ask } = await startWalks(() => ({ state: 'TASK_STATE_COMPLETED', says: 'All noted.' }));
  expect((await ask(walks(), say('6000 steps'))).output).toEqual({ text: 'All noted.' });
});

test('other parameters go beside the text as data; metadata is the config’s, and names people only where it says so', async () => {
  const { server, ask } = await startWalks(() => DONE);
  const metadata = { team: 'walking', who: '$user_id', about: '$subject_id', lang: '$state.lang' };
  const actions = [{ name: 'ask', description: 'Asks', parameters: { text: '$message' }, metadata }];
  const task = { subject: { kind: 'patient', id: 'p1' } };
  await ask(
    walks({ actions }),
    { action: 'ask', parameters: { text: 'Hello', unit: 'km' } },
    { task, state: { lang: 'en' } },
  );
  await ask(walks(), say('Hello'), { task: { ...task, id: 'task-2' } });
  const [named, plain] = server.heard;
  expect(named?.message.parts.map(({ content }) => content?.value)).toEqual(['Hello', { unit: 'km' }]);
  expect(named?.metadata).toEqual({ team: 'walking', who: 'user_123', about: 'p1', lang: 'en' });
  expect(JSON.stringify(plain)).not.toMatch(/user_123|p1|conv_abc123/);
});

test('a call is counted and logged without what was asked and answered', async () => {
  const client = await startWalks(() => DONE);
  await client.ask(walks(), say('a secret walk'));
  const labels = { agent: 'WalksAgent', action: 'ask' };
  expect(await metric(client, 'medfleet_remote_call_seconds', { ...labels, outcome: 'remote', le: '+Inf' })).toBe(1);
  expect(client.lines.find(({ msg }) => msg === 'remote.called')).toMatchObject({
    ...labels,
    outcome: 'remote',
    attempts: 1,
  });
  for (const secret of ['secret walk', '4.2 km', TOKEN, 'user_123'])
    expect(JSON.stringify(client.lines)).not.toContain(secret);
});

test('a fresh answer is given again without a call, in the same conversation only', async () => {
  const { server, ask } = await startWalks(() => DONE);
  const actions = [{ name: 'ask', description: 'Asks', parameters: { text: '$message' }, cache_seconds: 60 }];
  const agent = walks({ actions });
  expect(await ask(agent, say('6000 steps'))).toMatchObject({ from: 'remote' });
  expect(await ask(agent, say('6000 steps'), { task: { id: 'task-2' } })).toMatchObject({ from: 'cache' });
  const state = { 'remote:WalksAgent': { context_id: 'another' } };
  expect(await ask(agent, say('6000 steps'), { task: { id: 'task-3' }, state })).toMatchObject({ from: 'remote' });
  expect(server.heard).toHaveLength(2);
});
