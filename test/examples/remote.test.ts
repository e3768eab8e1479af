/** The examples of agents in programs of their own: the fleet asks them over HTTP, and says so when they are away. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { agentsPlus } from './run-example.ts';

const TOKEN = 'steps-token-0123456789';

/** The program, and a fleet with the team that asks it. `names` are the variables of its address and its token. */
async function startExample(folder: string, team: string, names: [string, string]) {
  const env = { PATH: process.env.PATH ?? '', A2A_TOKEN: TOKEN, PORT: '0' };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const program = spawn(process.execPath, [`examples/${folder}/agent.mjs`], { env, stdio: [...stdio] });
  onTestFinished(() => void program.kill());
  if (!program.stdout) throw new Error('the program has no output');
  const [line] = (await once(createInterface(program.stdout), 'line')) as [string];
  const url = line.replace('listening at ', '');
  const agents = agentsPlus({ [`${folder}/${team}`]: team });
  onTestFinished(agents.remove);
  const fleet = await startFleet({ env: { AGENTS_DIR: agents.dir, [names[0]]: url, [names[1]]: TOKEN } });
  onTestFinished(() => fleet.close());
  return {
    ask: (text: string, fields = {}) => fleet.say(text, { team, user_id: 'walker', ...fields }),
    async stop() {
      program.kill();
      await once(program, 'exit');
    },
  };
}

test('a remote agent answers from its own process; without it the turn ends with the fallback', async () => {
  const { ask, stop } = await startExample('remote', 'walking', ['STEPS_AGENT_URL', 'STEPS_AGENT_TOKEN']);
  expect(await ask('How far are 6000 steps?')).toMatchObject({
    status: 'completed',
    agent: 'StepsAgent',
    reply: '6000 steps are about 4.2 km.',
  });
  await stop();
  expect((await ask('How far are 9000 steps?')).reply).toContain('cannot be reached just now');
});

test('an agent made with the SDK of A2A 1.0 asks back, and goes on with the next message', async () => {
  const { ask, stop } = await startExample('a2a', 'hiking', ['HIKE_AGENT_URL', 'HIKE_AGENT_TOKEN']);
  const question = await ask('How far was my walk?');
  expect(question).toMatchObject({ status: 'completed', agent: 'HikeAgent', reply: 'How many steps were they?' });
  expect(await ask('About 6000', { session_id: question.session_id })).toMatchObject({
    status: 'completed',
    reply: '6000 steps are about 4.2 km.',
    source_agents: ['HikeAgent'],
  });
  await stop();
  expect((await ask('How far are 9000 steps?')).reply).toContain('cannot be reached just now');
});
