/** The example of an agent in a program of its own: the fleet asks it over HTTP, and says so when it is away. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { agentsPlus } from './run-example.ts';

const TOKEN = 'steps-token-0123456789';

test('a remote agent answers from its own process; without it the turn ends with the fallback', async () => {
  const env = { PATH: process.env.PATH ?? '', A2A_TOKEN: TOKEN, PORT: '0' };
  const program = spawn(process.execPath, ['examples/remote/agent.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void program.kill());
  const [line] = (await once(createInterface(program.stdout), 'line')) as [string];
  const url = line.replace('listening at ', '');
  const agents = agentsPlus({ 'remote/walking': 'walking' });
  onTestFinished(agents.remove);
  const fleet = await startFleet({
    env: { AGENTS_DIR: agents.dir, STEPS_AGENT_URL: url, STEPS_AGENT_TOKEN: TOKEN },
  });
  onTestFinished(() => fleet.close());
  const ask = (text: string) => fleet.say(text, { team: 'walking', user_id: 'walker' });

  expect(await ask('How far are 6000 steps?')).toMatchObject({
    status: 'completed',
    agent: 'StepsAgent',
    reply: '6000 steps are about 4.2 km.',
  });
  program.kill();
  await once(program, 'exit');
  expect((await ask('How far are 9000 steps?')).reply).toContain('cannot be reached just now');
});
