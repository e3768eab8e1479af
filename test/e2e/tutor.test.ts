/** A tutor session through the HTTP API: real queues, and remote agents behind real HTTP in another fleet. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tutorKeys } from '../../src/teams/tutor/keys.ts';
import { startTutorFleet, type TutorFleet } from '../teams/tutor/tutor-fleet.ts';

let fleet: TutorFleet;

beforeAll(async () => {
  fleet = await startTutorFleet();
});
afterAll(() => fleet?.close());

/** The letter of the right option, from the state that the quiz keeps. */
async function rightLetter(session: string): Promise<string> {
  const { keys, redis } = fleet.base;
  const state = await redis.connect('worker').hget(keys.session_state('local', session), 'exercise');
  const { open } = JSON.parse(state ?? '{}') as { open: { right: number } };
  return 'ABCDEF'.charAt(open.right);
}

describe('pattern 1: a remote agent answers', () => {
  test('"What’s my progress?" is answered by the analytics agent, and the reply names it', async () => {
    const turn = await fleet.study('What’s my progress?', { session_id: 'p1', user_id: 'fresh' });
    expect(turn.status).toBe('completed');
    expect(turn.source_agents).toContain('analytics');
    expect(turn.reply).toContain('you have not studied in the last 7 days');
    expect(turn.agents.AnalyticsAgent?.status).toBe('success');
  });

  test('a length of time goes along as a parameter', async () => {
    const turn = await fleet.study('What’s my progress in the last 30 days?', { session_id: 'p1b', user_id: 'fresh' });
    expect(turn.status).toBe('completed');
    expect(turn.source_agents).toContain('analytics');
    expect(turn.reply).toContain('in the last 30 days');
  });
});

test('a quiz over several messages: graded, counted once each, and seen in the progress', async () => {
  const at = { session_id: 'quiz', user_id: 'quizzed' };
  const begun = await fleet.study('Quiz me on asthma, 3 questions', at);
  expect(begun.status).toBe('completed');
  expect(begun.reply).toMatch(/^Question 1 of 3: /);
  const second = await fleet.study(await rightLetter('quiz'), at);
  expect(second.reply).toMatch(/^Right\./);
  expect(second.reply).toContain('Question 2 of 3: ');
  const aside = await fleet.study('What’s my progress?', at);
  expect(aside.reply).toContain('You answered 1 question in the last 7 days: 1 right (100 %).');
  const unclear = await fleet.study('something green', at);
  expect(unclear.reply).toContain('Answer with its letter');
  const third = await fleet.study(await rightLetter('quiz'), at);
  expect(third.reply).toContain('Question 3 of 3: ');
  const wrong = (await rightLetter('quiz')) === 'A' ? 'B' : 'A';
  const ended = await fleet.study(wrong, at);
  expect(ended.reply).toContain('Not quite: ');
  expect(ended.reply).toContain('2 of 3 right (67 %)');
  const progress = await fleet.study('How am I doing?', at);
  expect(progress.reply).toContain('You answered 3 questions in the last 7 days: 2 right (67 %).');
});

test('flashcards: made from the tables, answered, rated, and scheduled by the remote scheduler', async () => {
  const at = { session_id: 'cards', user_id: 'carded' };
  const made = await fleet.study('Make 3 flashcards on hypertension', at);
  expect(made.reply).toContain('3 cards added to your deck Hypertension');
  const again = await fleet.study('review my flashcards', at);
  expect(again.reply).toMatch(/^Card \(3 due\): /);
  const revealed = await fleet.study('I do not know', at);
  expect(revealed.reply).toContain('How well did you know it: again, hard, good or easy?');
  expect(revealed.reply).toContain('I would say: again');
  const next = await fleet.study('easy', at);
  expect(next.reply).toMatch(/^This card comes back in \d+ days\.\n\nCard \(2 due\): /);
  expect(next.source_agents).toEqual(expect.arrayContaining(['flashcard', 'scheduler']));
  const stopped = await fleet.study('stop', at);
  expect(stopped.reply).toContain('The review is over');
  const plan = await fleet.study('What is my study plan?', at);
  expect(plan.source_agents).toEqual(['scheduler']);
  expect(plan.reply).toContain('2 cards, about 1 min (Hypertension)');
});

test('pattern 2: the retrieval agent finds passages, then the analytics agent answers on their topic', async () => {
  const at = { session_id: 'notes', user_id: 'reader' };
  const text = 'Asthma narrows the airways at times. A reliever inhaler opens them within minutes.';
  await fleet.call('POST', '/v1/library', { scope: 'notes', title: 'Lungs', type: 'text', text, user_id: 'reader' });
  const found = await fleet.study('Find asthma in my notes', at);
  expect(found.reply).toContain('Asthma narrows the airways at times.');
  expect(found.citations).toMatchObject([{ title: 'Lungs', source: 'library' }]);
  const turn = await fleet.study('Find asthma in my notes and tell me my progress on it', at);
  expect(turn.reply).toContain('On respiratory you have not practised');
  expect(turn.source_agents).toContain('analytics');
  expect(turn.citations).toMatchObject([{ title: 'Lungs' }]);
  const handed = (await fleet.events(turn.turn_id)).filter(({ kind }) => kind === 'transfer');
  expect(handed.map(({ data }) => [data.from, data.to])).toEqual([
    ['SupervisorAgent', 'RetrievalAgent'],
    ['RetrievalAgent', 'AnalyticsAgent'],
  ]);
  const later = await fleet.study('What’s my progress?', at);
  expect(later.reply).not.toContain('respiratory');
});

test('pattern 3: a local quiz and the remote progress, side by side, as one reply', async () => {
  const turn = await fleet.study('Quiz me on the heart and show my progress', { session_id: 'both', user_id: 'both' });
  expect(turn.status).toBe('completed');
  expect(turn.source_agents).toEqual(expect.arrayContaining(['analytics', 'quiz']));
  expect(turn.reply).toMatch(/you have not studied in the last 7 days[\s\S]+Question 1 of 5: /);
  const answered = await fleet.study(await rightLetter('both'), { session_id: 'both', user_id: 'both' });
  expect(answered.reply).toMatch(/^Right\./);
});

test('an explanation names its sources and counts as a lesson', async () => {
  const at = { session_id: 'lesson', user_id: 'pupil' };
  const turn = await fleet.study('Explain hypertension', at);
  expect(turn.source_agents).toEqual(['tutor']);
  expect(turn.reply).toContain('blood pressure that stays too high');
  expect(turn.reply).toContain('Source: NHS');
  const progress = await fleet.study('What’s my progress?', at);
  expect(progress.reply).toContain('You worked through 1 explanation.');
});

test('a student who tells of an emergency reads the advice first', async () => {
  const turn = await fleet.study('I have crushing chest pain and cannot breathe', { session_id: 'alarm' });
  expect(turn.red_flags?.length ?? 0).toBeGreaterThan(0);
  expect(turn.reply).toMatch(/^.{0,400}(?:emergency|ambulance|112|911)/is);
});

test('an erasure removes what the team knows of the student', async () => {
  const at = { session_id: 'gone', user_id: 'leaver' };
  await fleet.study('Make 2 flashcards on asthma', at);
  const keys = tutorKeys(fleet.base.keys.tag);
  const redis = fleet.base.redis.connect('worker');
  expect(await redis.exists(keys.cards('local', 'leaver'))).toBe(1);
  const erased = await fleet.call('DELETE', '/v1/patients/leaver');
  expect(erased.status).toBe(200);
  expect(await redis.exists(keys.cards('local', 'leaver'), keys.due('local', 'leaver'))).toBe(0);
});

test('with the remote agents down the team goes on, degraded, and says so', async () => {
  const down = await startTutorFleet();
  onTestFinished(() => down.close());
  const at = { session_id: 'down', user_id: 'offline' };
  await down.study('Make 2 flashcards on asthma', at);
  await down.stopServing();
  const progress = await down.study('What’s my progress?', at);
  expect(progress.status).toBe('degraded');
  expect(progress.error).toMatchObject({ code: 'remote_unavailable', agent: 'AnalyticsAgent' });
  expect(progress.reply).toContain('The analytics agent does not answer just now');
  expect(progress.reply).toContain('2 cards due now');
  const plan = await down.study('my study plan', at);
  expect(plan.status).toBe('degraded');
  expect(plan.reply).toContain('The scheduler does not answer just now');
  await down.study('review my flashcards', at);
  await down.study('narrow airways', at);
  const rated = await down.study('good', at);
  expect(rated.status).toBe('degraded');
  expect(rated.reply).toContain('I have scheduled it here');
  expect(rated.reply).toContain('Card (1 due): ');
  const explained = await down.study('Explain asthma', { session_id: 'down-2', user_id: 'offline' });
  expect(explained.status).toBe('completed');
});
