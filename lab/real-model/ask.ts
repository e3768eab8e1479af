/** Asks a fleet as a client would, one after the other, and notes what came when. */
import type { TurnView } from '../../producers/turns/turn-view.ts';
import { apiClient } from '../../test/support/api.ts';
import { startProcess } from '../../test/support/processes.ts';
import type { Said } from './turns.ts';

export type Answered = {
  what: string;
  said: Said | null;
  reply: string;
  /** Status, time, and by whom each part was done. */
  summary: string;
  turn: TurnView | null;
  /** When the alarm came, in ms after the POST; null: none. */
  alarmMs: number | null;
  /** Kinds of its events, in order. */
  kinds: string[];
  /** The HTTP status, for functions. */
  status: number;
};

export async function openFleet(dataDir: string, env: Record<string, string>) {
  const fleet = startProcess('main', { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env }, /Console +http:\S+/);
  const url = /Console +(http:\/\/[^/\s]+)/.exec(await fleet.ready)?.[1] ?? '';
  return { url, close: async () => void (await fleet.end('SIGTERM')) };
}

export async function askAll(
  url: string,
  said: readonly Said[],
  functions: Readonly<Record<string, Record<string, unknown>>>,
  tell: (line: string) => void,
): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const [index, one] of said.entries()) {
    const session = `s-${one.goesOn ? index - 1 : index}`;
    answered.push(await askTurn(url, one, session));
    tell(`${one.team}: ${answered.at(-1)?.summary}`);
  }
  for (const [name, body] of Object.entries(functions)) {
    answered.push(await askFunction(url, name, body));
    tell(`${name}: ${answered.at(-1)?.summary}`);
  }
  return answered;
}

async function askTurn(url: string, said: Said, session_id: string): Promise<Answered> {
  const api = apiClient(url);
  const who = said.team === 'health' ? { patient_id: 'anna' } : { user_id: 'anna' };
  const began = performance.now();
  const { body } = await api.call('POST', '/v1/turns', { team: said.team, text: said.text, session_id, ...who });
  let alarmMs: number | null = null;
  const events = await api.events(String(body.turn_id), {
    stop({ kind }) {
      if (kind === 'alarm') alarmMs ??= performance.now() - began;
      return false;
    },
  });
  const turn = await api.turn(String(body.turn_id));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const by = Object.entries(turn.agents).map(([agent, outcome]) => `${agent} ${outcome.by ?? outcome.status}`);
  const facts = turn.facts.map((fact) =>
    [fact.name, ...('value' in fact ? [fact.value, fact.unit] : [])].filter(Boolean).join(' '),
  );
  return {
    what: `${said.team}: ${said.text}`,
    said,
    reply: turn.reply ?? '',
    summary: `${turn.status} in ${seconds} s${alarmMs === null ? '' : `, alarm after ${Math.round(alarmMs)} ms`}; ${by.join(', ')}; filed: ${facts.join(', ') || 'nothing'}`,
    turn,
    alarmMs,
    kinds: events.map(({ kind }) => kind),
    status: 200,
  };
}

async function askFunction(url: string, name: string, body: Record<string, unknown>): Promise<Answered> {
  const began = performance.now();
  const sent = await apiClient(url).call('POST', `/v1/functions/${name}/run?wait=60`, body);
  let { body: run } = sent;
  while (sent.status < 300 && !run.output && !/failed|cancelled/.test(String(run.status))) {
    await apiClient(url).call('GET', `/v1/runs/${run.run_id}/events`);
    run = (await apiClient(url).call('GET', `/v1/runs/${run.run_id}`)).body;
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { mode, failed } = (run.details ?? {}) as { mode?: string; failed?: { code: string }[] };
  return {
    what: `function: ${name}`,
    said: null,
    reply: JSON.stringify(run.output ?? run.error ?? run),
    summary: `${run.status} in ${seconds} s, ${mode ?? 'no mode'}${failed ? ` after ${failed.map(({ code }) => code).join(', ')}` : ''}`,
    turn: null,
    alarmMs: null,
    kinds: [],
    status: sent.status,
  };
}
