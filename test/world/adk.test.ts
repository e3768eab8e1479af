/** Google's ADK on either side: its agents ask our teams over A2A, and our fleet asks an agent of its. The models are scripted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentsPlus } from '../examples/run-example.ts';
import { startFleet } from '../support/fleet.ts';
import { because, pythonTools, runTool, WORLD_LIMIT_MS } from './tools.ts';

const timeout = { timeout: WORLD_LIMIT_MS };
const PROGRAM = resolve(import.meta.dirname, 'adk_agent.py');

const adk = pythonTools('adk', 'google-adk[a2a]==2.13.0');
const python = join(adk.bin, 'python');

/** The fleet with the team of examples/a2a, whose agent is the one at the address. */
async function fleetWith(env: Record<string, string> = {}) {
  const agents = agentsPlus({ 'a2a/hiking': 'hiking' });
  onTestFinished(agents.remove);
  const fleet = await startFleet({ env: { AGENTS_DIR: agents.dir, ...env } });
  onTestFinished(() => fleet.close());
  return fleet;
}

/** Returns the address of the agent of ADK. It ends with the test. */
async function startAgent(): Promise<string> {
  const program = spawn(python, ['-W', 'ignore', PROGRAM, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void program.kill());
  const [line] = (await once(createInterface(program.stdout), 'line')) as [string];
  const url = line.replace('listening at ', '');
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, timeout).toBe(true);
  return url;
}

describe.skipIf(adk.skipped)(`google-adk${because(adk)}`, () => {
  test('its RemoteA2aAgent asks a team, answers its question, goes on, and is handed over to', timeout, async () => {
    const fleet = await fleetWith();
    const printed = await runTool(python, ['-W', 'ignore', PROGRAM, 'ask', fleet.url]);
    const seen = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    const [question, answer, further] = seen.asked;
    expect(question.says).toEqual([expect.stringContaining('patient_id')]);
    expect(answer.says).toEqual([expect.stringContaining('120/80')]);
    expect(further.says).toEqual([expect.stringMatching(/welcome/i)]);
    expect(answer.states.at(-1)).toMatch(/completed/i);
    expect(further.states.at(-1)).toMatch(/completed/i);
    expect(new Set([...question.contexts, ...answer.contexts, ...further.contexts]).size).toBe(1);
    expect(seen.handed_over[0].says).toEqual([expect.stringContaining('71 kg')]);
    expect([...seen.asked, ...seen.handed_over].flatMap(({ errors }) => errors)).toEqual([]);
  });

  test('our fleet asks its agent, which knows the conversation again', timeout, async () => {
    const url = await startAgent();
    const fleet = await fleetWith({ HIKE_AGENT_URL: url, HIKE_AGENT_TOKEN: 'any-token-0123456789' });
    const say = (text: string, fields = {}) => fleet.say(text, { team: 'hiking', user_id: 'walker', ...fields });
    const first = await say('How far are 6000 steps?');
    expect(first).toMatchObject({ status: 'completed', agent: 'HikeAgent', reply: '4.2 km (message 1)' });
    const second = await say('And 3000?', { session_id: first.session_id });
    expect(second).toMatchObject({ status: 'completed', reply: '2.1 km (message 2)' });
    expect(await say('And 3000?')).toMatchObject({ reply: '2.1 km (message 1)' });
  });
});
