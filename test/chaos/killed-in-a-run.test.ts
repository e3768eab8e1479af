/**
 * A worker is killed between a run that hands over and the job of its target, after it has started a pipeline, and while a program of its
 * user runs; a producer between the admission of a turn and its jobs. No model is asked twice, nothing is started twice, nothing stays.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TurnView } from '../../producers/turns/turn-view.ts';
import { processesWith } from '../platform/sandbox/host.ts';
import { apiClient } from '../support/api.ts';
import { STATE_LIMIT_MS } from '../support/limits.ts';
import type { ScriptedAnswer } from '../support/scripted-gemini.ts';
import { type Asked, handOver, type ScriptedTeam, startScriptedTeam } from '../support/scripted-team.ts';
import { startVictims, type Victims } from './victims.ts';

/** The job of a target, and the journal's entry of a tool. */
const FOLLOWS = '"agent":"todo_agent"[^}]*"from":"beto"';
const RECORDED = 'agentic_coder_agent/tool-1\\.0 ';
/** What is read between the admission of a turn and its jobs. */
const STARTS = '^hget \\S+ last_agent$';

/** An argument that no other process has. Longer than a program may run. */
const MARKER = `600.${process.pid}${Date.now()}`;

const TARGETS: Record<string, string> = {
  'buy milk': 'todo_agent',
  'build a parser': 'agentic_coder_agent',
  'run this': 'axel_agent',
  'remember this': 'memory_agent',
};
const CALLS: Record<string, { name: string; args: Record<string, unknown> }> = {
  agentic_coder_agent: { name: 'start_code_run', args: { user_request: 'a parser' } },
  axel_agent: { name: 'run_code', args: { language: 'shell', code: `sleep ${MARKER}` } },
};

function script({ agent, text, answers }: Asked): ScriptedAnswer {
  const target = TARGETS[text];
  if (agent === 'beto' && target) return handOver(target);
  const call = CALLS[agent];
  return call && answers.length === 0 ? { calls: [call] } : { text: `${agent} answers.` };
}

const dir = mkdtempSync(join(tmpdir(), 'medfleet-sticky-'));
let model: ScriptedTeam;
let fleet: Victims;
let turns: Map<string, TurnView>;
let leftBehind: string[];

beforeAll(async () => {
  cpSync('agents', dir, { recursive: true });
  const file = join(dir, 'assistant/team.yml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('next_message: root', 'next_message: last_agent'));
  // Stages of the pipeline ask too.
  model = await startScriptedTeam('assistant', script, () => ({ text: 'nothing' }));
  fleet = await startVictims({ AGENTS_DIR: dir, GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url });
  const say = async (text: string, session_id: string, { call } = apiClient(fleet.url)) => {
    const message = { text, team: 'assistant', user_id: 'anna', session_id };
    const { body } = await call('POST', '/v1/turns', message, { 'Idempotency-Key': text });
    return String(body.turn_id);
  };
  const [worker, producer] = await Promise.all([
    fleet.start('workers/main', { HOLD: `${FOLLOWS}|${RECORDED}` }),
    fleet.start('producers/main', { HOLD: STARTS }),
  ]);
  await fleet.ended(await say('remember this', 'sticky'));
  const lost = say('and that', 'sticky', apiClient(producer.url)).catch((error: Error) => error);
  await producer.held(1);
  await producer.kill();
  expect(await lost).toBeInstanceOf(Error);

  const ids = [await say('buy milk', 's1')];
  await worker.held(1);
  ids.push(await say('build a parser', 's2'));
  await worker.held(2);
  ids.push(await say('run this', 's3'));
  await vi.waitFor(() => expect(processesWith(MARKER)).not.toEqual([]), { timeout: STATE_LIMIT_MS, interval: 20 });
  await worker.kill();
  leftBehind = await vi
    .waitFor(() => expect(processesWith(MARKER)).toEqual([]), STATE_LIMIT_MS)
    .then(
      () => [],
      () => processesWith(MARKER),
    );
  ids.push(await say('and that', 'sticky'));
  await fleet.start('workers/main');
  const ended = await Promise.all(ids.map(fleet.ended));
  turns = new Map(
    ['buy milk', 'build a parser', 'run this', 'and that'].map((text, at) => [text, ended[at] as TurnView]),
  );
});
afterAll(async () => {
  await fleet?.close();
  await model?.close();
  rmSync(dir, { recursive: true, force: true });
});

const transfers = async (text: string) =>
  (await fleet.events(turns.get(text)?.turn_id ?? '')).filter(({ kind }) => kind === 'transfer');

test('a hand-over whose target had no job yet is done, noted once, and asks no model twice', async () => {
  expect(turns.get('buy milk')).toMatchObject({ status: 'completed', reply: 'todo_agent answers.' });
  expect(model.askedAbout('buy milk')).toEqual(['beto', 'todo_agent']);
  expect((await transfers('buy milk')).map(({ data }) => [data.from, data.to])).toEqual([['beto', 'todo_agent']]);
});

test('a pipeline that was started is not started again', async () => {
  expect(turns.get('build a parser')).toMatchObject({ status: 'completed', reply: 'agentic_coder_agent answers.' });
  expect(model.askedAbout('build a parser')).toEqual(['beto', 'agentic_coder_agent', 'agentic_coder_agent']);
  const { redis, keys } = fleet.base;
  const tasks = await redis.connect('worker').zrange(keys.subject_tasks('local', 'user', 'anna'), 0, -1);
  const requests = await Promise.all(tasks.map((id) => redis.connect('worker').hget(keys.task(id), 'request')));
  expect(requests.filter((request) => request?.includes('"agent":"code-generation"'))).toHaveLength(1);
});

test('no process of a program survives its worker, and the program is run again', async () => {
  expect(leftBehind).toEqual([]);
  expect(turns.get('run this')).toMatchObject({ status: 'completed', reply: 'axel_agent answers.' });
  expect(turns.get('run this')?.agents).toMatchObject({ beto: { attempts: 1 }, axel_agent: { attempts: 2 } });
  expect(processesWith(MARKER)).toEqual([]);
});

test('a message whose producer died before it could start the turn is answered by the agent that answered last', async () => {
  expect(turns.get('and that')).toMatchObject({ status: 'completed', reply: 'memory_agent answers.' });
  expect(model.askedAbout('and that')).toEqual(['memory_agent']);
});
