/**
 * The graph of the medmentor document, with a model that asks for every hand-over there is: the supervisor reaches all agents, local and
 * remote, retrieval goes on to analytics, all local agents return to the supervisor. Everything else is refused at dispatch.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScriptedAnswer } from '../support/scripted-gemini.ts';
import { type Asked, handOver, type ScriptedTeam, startScriptedTeam } from '../support/scripted-team.ts';
import { startTutorFleet, type TutorFleet } from '../teams/tutor/tutor-fleet.ts';

const LOCAL = ['SupervisorAgent', 'TutorAgent', 'QuizAgent', 'FlashcardAgent', 'RetrievalAgent'];
const REMOTE = ['AnalyticsAgent', 'SchedulerAgent'];
const OTHERS = ['QuizWithProgress', 'ProgressFallbackAgent', 'ScheduleFallbackAgent'];
const AGENTS = [...LOCAL, ...REMOTE, ...OTHERS];

const ALLOWED = new Set([
  ...[...LOCAL.slice(1), ...REMOTE, 'QuizWithProgress'].map((name) => `SupervisorAgent > ${name}`),
  ...LOCAL.slice(1).map((name) => `${name} > SupervisorAgent`),
  'RetrievalAgent > AnalyticsAgent',
]);

let model: ScriptedTeam;
let fleet: TutorFleet;
/** How many hand-overs each message has led to so far. */
const steps = new Map<string, number>();

/** A message "route n: a b" has the supervisor hand over to a, and a to b; whoever is refused answers itself. */
function alongRoute({ agent, text, answers }: Asked): ScriptedAnswer {
  const route = text.split(': ')[1]?.split(' ') ?? [];
  const step = steps.get(text) ?? 0;
  const to = route[step];
  if (answers.length > 0 || to === undefined) return { text: `${agent} answers.` };
  steps.set(text, step + 1);
  return handOver(to);
}

beforeAll(async () => {
  model = await startScriptedTeam('tutor', alongRoute);
  fleet = await startTutorFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
});

afterAll(async () => {
  await fleet.close();
  await model.close();
});

async function lastTransfer(turnId: string) {
  const events = await fleet.events(turnId);
  return events.filter(({ kind }) => kind === 'transfer').at(-1)?.data;
}

test.each(LOCAL)('%s hands over to those that the document names, and to nobody else', async (from) => {
  for (const to of AGENTS) {
    const text = from === 'SupervisorAgent' ? `route 1: ${to}` : `route 2: ${from} ${to}`;
    const turn = await fleet.study(text, { session_id: `${from}-${to}` });
    const allowed = ALLOWED.has(`${from} > ${to}`);
    expect([text, turn.status]).toEqual([text, 'completed']);
    expect(await lastTransfer(turn.turn_id)).toMatchObject({ from, to, status: allowed ? 'allowed' : 'refused' });
    const answering = allowed ? to : from;
    if (answering === 'QuizWithProgress') expect(turn.source_agents).toEqual(['analytics', 'quiz']);
    else expect(turn.agent).toBe(answering);
    if (LOCAL.includes(answering)) expect(turn.reply).toBe(`${answering} answers.`);
  }
});

test('supervisor and quiz who send a turn back and forth are stopped at the depth limit', async () => {
  const turn = await fleet.study('route 3: QuizAgent SupervisorAgent QuizAgent SupervisorAgent QuizAgent', {
    session_id: 'loop',
  });
  expect(turn).toMatchObject({ status: 'completed', agent: 'QuizAgent', reply: 'QuizAgent answers.' });
  expect(await lastTransfer(turn.turn_id)).toMatchObject({ depth: 4, status: 'refused' });
});
