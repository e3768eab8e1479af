/** An agent of A2A 1.0 in a team: handed over to or used as a tool, its conversation goes on with the next message of the session. */
import { expect, onTestFinished, test } from 'vitest';
import { textPart } from '../../../../src/interop/a2a/parts.ts';
import { llm, startDemo, toolAnswers } from '../../../engine/run/demo.ts';
import { type Heard, type Said, startA2aAgent } from '../../../support/a2a-agent-server.ts';

const asksBack = ({ task, text }: Heard): Said =>
  task === undefined
    ? { state: 'TASK_STATE_INPUT_REQUIRED', says: 'How many steps?' }
    : { state: 'TASK_STATE_COMPLETED', parts: [textPart(`${text} steps are about 4.2 km.`)] };

const walks = {
  type: 'remote',
  source_name: 'walks',
  remote: {
    protocol: 'a2a',
    endpoint: '$WALKS_URL',
    actions: [{ name: 'ask', description: 'How far a walk was', parameters: { text: '$message' } }],
  },
};

async function startAgent() {
  const agent = await startA2aAgent(asksBack);
  onTestFinished(() => agent.close());
  return { agent, env: { WALKS_URL: agent.url } };
}

test('its question is the reply, the next message answers it, and the reply names its source', async () => {
  const { agent, env } = await startAgent();
  const { tell, events } = await startDemo({ agents: { Walks: walks }, env });
  const question = await tell('How far was it?');
  const told = (await events(question.turn_id)).filter(({ kind }) => kind === 'tool').map(({ data }) => data);
  expect(told).toEqual(['running', 'success'].map((status) => ({ agent: 'Walks', name: 'Walks', status })));
  expect(question).toMatchObject({ status: 'completed', reply: 'How many steps?', source_agents: ['walks'] });
  const answer = await tell('6000', { session_id: question.session_id });
  expect(answer).toMatchObject({
    status: 'completed',
    reply: '6000 steps are about 4.2 km.',
    source_agents: ['walks'],
  });
  expect(agent.tasks.size).toBe(1);
  // Another conversation begins anew, although the words are the same.
  expect(await tell('6000')).toMatchObject({ reply: 'How many steps?' });
  expect(agent.tasks.size).toBe(2);
});

test('why it could not do the task is in the error of the turn', async () => {
  const agent = await startA2aAgent(() => ({ state: 'TASK_STATE_FAILED', says: 'No map of that place.' }));
  onTestFinished(() => agent.close());
  const { tell } = await startDemo({ agents: { Walks: walks }, env: { WALKS_URL: agent.url } });
  const errors = [{ path: 'Walks', message: 'says: No map of that place.' }];
  expect(await tell('How far was it?')).toMatchObject({ error: { code: 'remote_failed', errors } });
});

test('as a tool, what a model asks next goes on where it was', async () => {
  const { agent, env } = await startAgent();
  const tool = { agent: 'Walks', name: 'ask_walks', fallback: 'It does not answer.' };
  const { tell } = await startDemo({
    agents: { Front: llm({ tools: [tool] }), Walks: walks },
    scripts: {
      Front: (request) => {
        const [answer] = toolAnswers(request).slice(-1) as { text?: string }[];
        if (answer) return { text: `It says: ${answer.text}` };
        return { calls: [{ name: tool.name, args: { action: 'ask', parameters: { text: request.lastUserText } } }] };
      },
    },
    env,
  });
  const question = await tell('How far was it?');
  expect(question.reply).toBe('It says: How many steps?');
  const answer = await tell('6000', { session_id: question.session_id });
  expect(answer.reply).toBe('It says: 6000 steps are about 4.2 km.');
  expect(agent.tasks.size).toBe(1);
});

test('after a hand-over too, whoever hands over to it again', async () => {
  const { agent, env } = await startAgent();
  const { tell } = await startDemo({
    agents: { Front: llm({ transfers: ['Walks'] }), Walks: walks },
    scripts: {
      Front: () => ({ calls: [{ name: 'transfer_to_agent', args: { agent_name: 'Walks', reason: 'a walk' } }] }),
    },
    env,
  });
  const question = await tell('How far was it?');
  expect(question).toMatchObject({ reply: 'How many steps?', agent: 'Walks' });
  const answer = await tell('6000', { session_id: question.session_id });
  expect(answer).toMatchObject({ reply: '6000 steps are about 4.2 km.', agent: 'Walks' });
  expect(agent.tasks.size).toBe(1);
});

test('two questions of one model answer are asked one after the other, in one conversation', async () => {
  const { agent, env } = await startAgent();
  const tool = { agent: 'Walks', name: 'ask_walks', fallback: 'It does not answer.' };
  const ask = (text: string) => ({ name: tool.name, args: { action: 'ask', parameters: { text } } });
  const { tell } = await startDemo({
    agents: { Front: llm({ tools: [tool] }), Walks: walks },
    scripts: {
      Front: (request) => {
        const answers = toolAnswers(request) as { text?: string }[];
        if (answers.length > 0) return { text: answers.map(({ text }) => text).join(' ') };
        return { calls: [ask('How far was it?'), ask('6000')] };
      },
    },
    env,
  });
  expect((await tell('Ask it')).reply).toBe('How many steps? 6000 steps are about 4.2 km.');
  expect(agent.tasks.size).toBe(1);
});
