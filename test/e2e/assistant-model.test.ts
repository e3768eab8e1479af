/** The assistant on a model: several wishes in one message, and code that is written in the background. */
import { expect, onTestFinished, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import type { ScriptedAnswer } from '../support/scripted-gemini.ts';
import { type Asked, handOver, type ScriptedTeam, startScriptedTeam } from '../support/scripted-team.ts';
import { codeScript, programOf } from './code-script.ts';

async function start(script: (asked: Asked) => ScriptedAnswer): Promise<{ fleet: Fleet; model: ScriptedTeam }> {
  const model = await startScriptedTeam('assistant', script, codeScript().script);
  onTestFinished(() => model.close());
  const fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
  onTestFinished(() => fleet.close());
  return { fleet, model };
}

const ask = (fleet: Fleet, text: string, user = 'anna') =>
  fleet.say(text, { team: 'assistant', user_id: user, patient_id: undefined });

const used = ({ answers }: Asked, tool: string) => answers.some(({ name }) => name === tool);

test('the words of each specialist reach the user, although each has handed the conversation back', async () => {
  const { fleet, model } = await start((asked) => {
    if (asked.agent === 'filesystem_agent')
      return used(asked, 'write_file')
        ? { ...handOver('beto'), text: 'I saved plan.md.' }
        : { calls: [{ name: 'write_file', args: { path: 'plan.md', content: 'paint' } }] };
    if (asked.agent === 'home_assistant_agent') return { text: 'No home is configured.' };
    return asked.request.systemText.includes('I saved plan.md.')
      ? handOver('home_assistant_agent')
      : handOver('filesystem_agent');
  });
  const turn = await ask(fleet, 'Save "paint" as plan.md and turn on the light');
  expect(turn).toMatchObject({
    status: 'completed',
    agent: 'home_assistant_agent',
    reply: 'I saved plan.md.\n\nNo home is configured.',
  });
  expect(model.askedAbout('Save "paint" as plan.md and turn on the light')).toEqual([
    'beto',
    'filesystem_agent',
    'filesystem_agent',
    'beto',
    'home_assistant_agent',
  ]);
  // The next message begins anew: nothing of this turn is handled in it.
  await ask(fleet, 'Save "paint" as plan.md');
  const fresh = model.requests.filter(({ lastUserText }) => lastUserText === 'Save "paint" as plan.md');
  expect(fresh[0]?.systemText).not.toContain('I saved plan.md.');
});

test('an agent whose hand-over back is refused says its words once', async () => {
  const others: Record<string, string> = { scout_agent: 'axel_agent', axel_agent: 'scout_agent' };
  const { fleet } = await start((asked) => {
    if (asked.agent === 'beto') return handOver('scout_agent');
    if (asked.answers.length > 0) return { text: `${asked.agent} is done.` };
    return { ...handOver(others[asked.agent]), text: `${asked.agent} is done.` };
  });
  const turn = await ask(fleet, 'Design and run it');
  // Five hand-overs between the two with words; the sixth to Axel ends the row.
  expect(turn.reply?.split('\n\n')).toEqual([
    'scout_agent is done.',
    'axel_agent is done.',
    'scout_agent is done.',
    'axel_agent is done.',
    'scout_agent is done.',
    'axel_agent is done.',
  ]);
});

test('larger code is written in the background, and its owner alone can ask for it', async () => {
  const { fleet } = await start((asked) => {
    if (asked.agent === 'beto') return handOver('agentic_coder_agent');
    const { answers, text } = asked;
    if (answers.length > 0) return { text: JSON.stringify(answers[0]?.response) };
    const [, id] = /run ([\w-]+)/.exec(text) ?? [];
    if (text.startsWith('Is it ready')) return { calls: [{ name: 'read_code_run', args: id ? { run_id: id } : {} }] };
    return { calls: [{ name: 'start_code_run', args: { user_request: 'Print the mean of readings.' } }] };
  });
  const replyOf = async (text: string, user?: string) => JSON.parse((await ask(fleet, text, user)).reply ?? '{}');
  expect(await replyOf('Is it ready?')).toEqual({ error: 'No code run was started yet.' });
  const { run_id, status } = await replyOf('Please write me a program');
  expect(status).toBe('started');
  await expect
    .poll(async () => (await fleet.call('GET', `/v1/runs/${run_id}?user_id=anna`)).body.status)
    .toBe('completed');
  // In another conversation of the same user.
  expect(await replyOf('Is it ready?')).toMatchObject({ run_id, status: 'completed', code: programOf(1), valid: true });
  expect(await replyOf(`Is it ready, run ${run_id}?`, 'bert')).toEqual({
    error: 'There is no such code run any more.',
  });
});
