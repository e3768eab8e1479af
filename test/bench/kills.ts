/**
 * `npm run bench -- kills`: what a killed worker costs. Two worker processes, a model that takes 100 ms, 200 turns in flight; one worker
 * is killed with SIGKILL. Measured: the time until a call that was cut off is made again, whether all turns end, and how many calls are
 * made again although they had been answered: those whose answers the worker had not read yet, and those that it had read (finished
 * calls that were lost). Once with a job for each agent, once with all agents inline.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';
import { apiClient } from '../support/api.ts';
import type { ScriptedRequest } from '../support/scripted-gemini.ts';
import { answered, defaultAnswer, startScriptedHealth } from '../support/scripted-health.ts';
import { median } from './measure.ts';

const ROUNDS = 5;
const TURNS = 200;
const MODEL_MS = 100;
/** Model calls before the kill: most turns are running by then. */
const CALLS_BEFORE = 300;
const LIMIT_MS = 120_000;
const NOTE_READ_CALLS = './test/support/note-read-calls.mjs';

type Call = { key: string; at: number; request: ScriptedRequest; answeredAt: number | null };
type Round = { recoveredMs: number; asked: number; cutOff: number; unread: number; lost: number };

const processes = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of processes) child.kill('SIGKILL');
});

const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-kills-'));
const redis = await startEmbeddedRedis({ dataDir });
try {
  for (const dispatch of ['job', 'inline'] as const) {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await killOne(dispatch, round));
    const recovered = rounds.map(({ recoveredMs }) => recoveredMs);
    const sum = (field: keyof Round) => rounds.reduce((total, one) => total + one[field], 0);
    console.log(
      `${dispatch.padEnd(7)} ${ROUNDS} kills, ${ROUNDS * TURNS} turns, all completed; a cut-off call is made again after ` +
        `${(median(recovered) / 1000).toFixed(1)} s (median), ${(Math.max(...recovered) / 1000).toFixed(1)} s (longest); ` +
        `${sum('asked')} calls, ${sum('cutOff')} cut off by the kill; asked again: ${sum('unread')} whose answers were unread, ` +
        `${sum('lost')} whose answers had been read`,
    );
  }
} finally {
  for (const child of processes) child.kill('SIGKILL');
  await redis.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function killOne(dispatch: 'job' | 'inline', round: number): Promise<Round> {
  const calls: Call[] = [];
  const slowly = (agent: string) => async (request: ScriptedRequest) => {
    const call: Call = { key: keyOf(agent, request), at: performance.now(), request, answeredAt: null };
    calls.push(call);
    await sleep(MODEL_MS);
    if (!request.aborted) call.answeredAt = performance.now();
    return agent === 'HealthConsultantAgent' && answered(request, 'get_patient_record')
      ? { text: ['Noted: ', markOf(request)] }
      : defaultAnswer(agent, request);
  };
  const agents = readdirSync('agents/health').filter((name) => name !== 'team.yml');
  const model = await startScriptedHealth(Object.fromEntries(agents.map((agent) => [agent, slowly(agent)])));
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: join(dataDir, `${dispatch}-${round}`),
    REDIS_URL: redis.url,
    REDIS_PREFIX: `kills-${dispatch}-${round}`,
    AGENTS_DIR: agentsAs(dispatch, join(dataDir, `agents-${dispatch}-${round}`)),
    GEMINI_API_KEY: 'bench',
    GEMINI_BASE_URL: model.url,
  };
  const readCalls = join(dataDir, `read-${dispatch}-${round}`);
  const producer = await start('producers/main.ts', env, /http:\S+/);
  const [victim, survivor] = await Promise.all([
    start('workers/main.ts', { ...env, READ_CALLS_FILE: readCalls }, /medfleet worker/, NOTE_READ_CALLS),
    start('workers/main.ts', env, /medfleet worker/),
  ]);
  const api = apiClient(producer.printed);
  const send = (from: number) =>
    Promise.all(
      Array.from({ length: TURNS }, async (_, n) => {
        const body = { text: `[t${from + n}] My weight is ${60 + n} kg.`, patient_id: `p${n}`, session_id: `s${n}` };
        return String((await api.call('POST', '/v1/turns', body)).body.turn_id);
      }),
    );
  const allDone = async (ids: string[]) =>
    (await Promise.all(ids.map(api.turn))).every(({ status }) => status === 'completed');
  // The first turns of a process take long: code is loaded and compiled.
  const first = await send(0);
  await until(() => allDone(first));
  const warm = calls.length;
  const ids = await send(TURNS);
  await until(() => calls.length >= warm + CALLS_BEFORE);
  const killedAt = performance.now();
  victim.child.kill('SIGKILL');
  await until(() => allDone(ids));
  for (const { child } of [producer, survivor]) child.kill('SIGTERM');
  await model.close();

  const cutOff = new Set(calls.filter(({ request, at }) => request.aborted && at < killedAt).map(({ key }) => key));
  const again = calls.find(({ key, at }) => at > killedAt && cutOff.has(key));
  const read = new Set(readFileSync(readCalls, 'utf8').split('\n').map(Number));
  const askedAgain = calls.filter(
    ({ key, answeredAt }) =>
      answeredAt !== null && answeredAt < killedAt && calls.some((one) => one.key === key && one.at > killedAt),
  );
  const lost = askedAgain.filter(({ request }) => read.has(request.n));
  return {
    recoveredMs: (again?.at ?? killedAt) - killedAt,
    asked: calls.length,
    cutOff: cutOff.size,
    unread: askedAgain.length - lost.length,
    lost: lost.length,
  };
}

function agentsAs(dispatch: string, dir: string): string {
  cpSync('agents', dir, { recursive: true });
  for (const name of readdirSync(join(dir, 'health')).filter((one) => one !== 'team.yml')) {
    const file = join(dir, 'health', name, 'config.yml');
    const text = readFileSync(file, 'utf8').replace(/^dispatch:.*\n/m, '');
    writeFileSync(file, text.replace(/^worker: /m, `dispatch: ${dispatch}\nworker: `));
  }
  return dir;
}

async function start(entry: string, env: Record<string, string>, sign: RegExp, ...preloaded: string[]) {
  const imports = ['tsx', ...preloaded].flatMap((module) => ['--import', module]);
  const child = spawn(process.execPath, [...imports, entry], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.add(child);
  child.once('exit', () => processes.delete(child));
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const found = sign.exec(printed)?.[0];
    if (found) return { child, printed: found.replace(/\/dashboard.*/, '') };
  }
  throw new Error(`${entry} ended before it was ready`);
}

async function until(state: () => boolean | Promise<boolean>): Promise<void> {
  for (const limit = performance.now() + LIMIT_MS; !(await state()); await sleep(50))
    if (performance.now() > limit) throw new Error('the turns did not end in time: something was lost');
}

/** One model step of one turn: the same when it is asked again. */
function keyOf(agent: string, request: ScriptedRequest): string {
  return `${markOf(request)} ${agent} ${request.contents.length}`;
}

function markOf(request: ScriptedRequest): string {
  return /\[t\d+\]/.exec(request.lastUserText)?.[0] ?? '';
}
