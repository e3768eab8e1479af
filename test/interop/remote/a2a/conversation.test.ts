/** A conversation with an agent that keeps it on its side: its questions, its context, and what happens when it has forgotten both. */
import { expect, test } from 'vitest';
import { textPart } from '../../../../src/interop/a2a/parts.ts';
import type { Heard, Said } from '../../../support/a2a-agent-server.ts';
import { say, startWalks, walks } from './walks.ts';

/** Asks for the steps, then answers. */
const asksBack = ({ task }: Heard): Said =>
  task === undefined
    ? { state: 'TASK_STATE_INPUT_REQUIRED', says: 'How many steps?' }
    : { state: 'TASK_STATE_COMPLETED', parts: [textPart('About 4.2 km.')] };

const next = (id: string, conversation: unknown) => ({ task: { id }, state: { 'remote:WalksAgent': conversation } });

test('its question is the reply, and the next message answers it in the same task; the one after that has the same context', async () => {
  const { server, ask } = await startWalks(asksBack);
  const question = await ask(walks(), say('How far was it?'));
  expect(question).toMatchObject({
    output: { text: 'How many steps?' },
    conversation: { task_id: [...server.tasks][0] },
  });
  const answer = await ask(walks(), say('6000'), next('task-2', question.conversation));
  expect(answer.output).toEqual({ text: 'About 4.2 km.' });
  expect(answer.conversation).toEqual({ context_id: question.conversation?.context_id });
  const again = await ask(walks(), say('And today?'), next('task-3', answer.conversation));
  expect(again.conversation?.context_id).toBe(question.conversation?.context_id);
  expect(again.conversation?.task_id).not.toBe(question.conversation?.task_id);
  expect(server.tasks.size).toBe(2);
});

test('neither its question nor an answer to it is kept for another time', async () => {
  let isUp = true;
  const { ask } = await startWalks(asksBack, {
    before(_request, response) {
      if (!isUp) response.status(503).json({});
      return !isUp;
    },
  });
  const agent = walks({ fallback: { cached_seconds: 600 }, retries: 0 });
  const question = await ask(agent, say('How far was it?'));
  await ask(agent, say('6000'), next('task-2', question.conversation));
  isUp = false;
  const asked = ask(agent, say('How far was it?'), { task: { id: 'task-3' } });
  await expect(asked).rejects.toMatchObject({ code: 'remote_unavailable' });
  const answered = ask(agent, say('6000'), next('task-4', question.conversation));
  await expect(answered).rejects.toMatchObject({ code: 'remote_unavailable' });
});

test('an agent that does not know the task any more is asked anew, so that a conversation is never stuck', async () => {
  const { server, ask } = await startWalks(({ text }) => ({ message: `Heard: ${text}` }));
  const gone = { context_id: 'an-old-context', task_id: 'a-task-that-is-gone' };
  expect((await ask(walks(), say('6000'), next('task-1', gone))).output).toEqual({ text: 'Heard: 6000' });
  expect(server.heard).toHaveLength(1);
  expect(server.heard[0]?.message.contextId).toBe('an-old-context');
});

test('what stands in the state and is no conversation is not sent', async () => {
  const { server, ask } = await startWalks(({ text }) => ({ message: text }));
  const forged = { context_id: 'x'.repeat(10_000), task_id: 7 };
  await ask(walks(), say('Hello'), next('task-1', forged));
  expect(JSON.stringify(server.requests)).not.toContain('xxxx');
});
