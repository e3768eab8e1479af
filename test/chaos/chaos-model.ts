/**
 * The model of a chaos run: a scripted Gemini that answers after a seeded delay, fails some calls once, and remembers every call. Turns
 * carry a mark, `[s3-t7]`, by which their calls are known; the consultant's answer repeats it.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScriptedAnswer, ScriptedRequest } from '../support/scripted-gemini.ts';
import { answered, defaultAnswer, startScriptedHealth } from '../support/scripted-health.ts';
import { chance } from './random.ts';

/** One asking for one step of one turn; times are milliseconds since the epoch. */
export type Call = {
  /** Mark, agent, and the number of the model step in its run: the same when it is asked again. */
  step: string;
  mark: string;
  at: number;
  request: ScriptedRequest;
  /** The answer was a fault: asking again is right. */
  faulty: boolean;
};

export type ChaosModel = {
  url: string;
  calls: Call[];
  /** From now on every call is answered by it first; undefined means as usual. */
  intercept(answer: ((call: Call) => Promise<ScriptedAnswer | undefined>) | null): void;
  close(): Promise<void>;
};

type Options = { seed: number; delayMs: [least: number, most: number]; faults: boolean };

const MARK = /\[s\d+-t\d+\]/g;
/** Of a hundred steps, so many fail when they are asked for the first time. */
const FAULTS: [percent: number, answer: ScriptedAnswer][] = [
  [1, { error: { status: 503 } }],
  [1, { error: { status: 500 } }],
  [0.5, { cut: true, text: 'No' }],
  [0.5, { unfinished: true, text: 'Note' }],
];

export async function startChaosModel({ seed, delayMs: [least, most], faults }: Options): Promise<ChaosModel> {
  const calls: Call[] = [];
  const asked = new Map<string, number>();
  let intercepted: ((call: Call) => Promise<ScriptedAnswer | undefined>) | null = null;
  const script = (agent: string) => async (request: ScriptedRequest) => {
    const mark = markOf(request);
    const step = `${mark} ${agent} ${modelStep(request)}`;
    const call: Call = { step, mark, at: request.startedAt, request, faulty: false };
    calls.push(call);
    const nth = (asked.get(step) ?? 0) + 1;
    asked.set(step, nth);
    const instead = await intercepted?.(call);
    if (instead) return instead;
    await sleep(least + (most - least) * chance(seed, `delay ${step} ${nth}`));
    const fault = faults && nth === 1 ? faultOf(chance(seed, `fault ${step}`)) : undefined;
    call.faulty = fault !== undefined;
    return fault ?? answerOf(agent, request, mark);
  };
  const agents = readdirSync('agents/health').filter((name) => name !== 'team.yml');
  const server = await startScriptedHealth(Object.fromEntries(agents.map((agent) => [agent, script(agent)])));
  return {
    url: server.url,
    calls,
    intercept(answer) {
      intercepted = answer;
    },
    close: server.close,
  };
}

function faultOf(drawn: number): ScriptedAnswer | undefined {
  let percent = drawn * 100;
  for (const [share, answer] of FAULTS) {
    if (percent < share) return answer;
    percent -= share;
  }
  return undefined;
}

function answerOf(agent: string, request: ScriptedRequest, mark: string): ScriptedAnswer {
  if (agent === 'HealthConsultantAgent' && answered(request, 'get_patient_record'))
    return { text: ['Noted: ', mark], before: () => sleep(40) };
  if (agent !== 'MedicalMeasurementsAgent') return defaultAnswer(agent, request);
  const quote = /weight (\d+) kg/.exec(request.lastUserText);
  if (!quote) return defaultAnswer(agent, request);
  const fact = { kind: 'observation', name: 'Body weight', value: Number(quote[1]), unit: 'kg', quote: quote[0] };
  return { text: JSON.stringify({ facts: [fact] }) };
}

/** The last mark in what the user said; earlier ones are of the history. */
function markOf(request: ScriptedRequest): string {
  return userTexts(request).join('\n').match(MARK)?.at(-1) ?? '';
}

function userTexts({ contents }: ScriptedRequest): string[] {
  return contents.filter(({ role }) => role === 'user').flatMap(({ parts }) => parts.map(({ text }) => text ?? ''));
}

/** How many answers this run will have had with this one; history ends at the last message of the user. */
function modelStep({ contents }: ScriptedRequest): number {
  const last = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some(({ text }) => text?.includes('[s')),
  );
  return contents.slice(last).filter(({ role }) => role === 'model').length + 1;
}
