/** The analytics and scheduler agents as other systems call them: typed in, typed out, of one user, and from real study events. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ServedAgent } from '../../../src/engine/run/served-agent.ts';
import { analyticsAgent } from '../../../src/teams/tutor/analytics/analytics-agent.ts';
import { daysOf, Timeframe } from '../../../src/teams/tutor/analytics/timeframe.ts';
import { untilText } from '../../../src/teams/tutor/scheduler/plan.ts';
import { schedulerAgent } from '../../../src/teams/tutor/scheduler/scheduler-agent.ts';
import { answer, DAY_MS, NOON, STUDENT, testDesk } from './desk.ts';

/** As a process that serves it does: parameters by their schema, output by its own. */
async function call(
  agent: ServedAgent,
  name: string,
  given: unknown = {},
  more: { user_id?: string; now?: Date } = {},
) {
  const action = agent.actions[name];
  if (!action) throw new Error(`there is no action ${name}`);
  const { now = NOON, user_id = STUDENT.user_id } = more;
  const output = await action.run({
    tenant: STUDENT.tenant,
    user_id,
    parameters: action.parameters.parse(given),
    conversation_id: 'c1',
    context: { user_preferences: {}, conversation_history: [] },
    idempotency_key: 'k1',
    now,
    signal: new AbortController().signal,
  });
  return action.output.parse(output) as Record<string, z.util.JSONType> & Record<string, never>;
}

const daysAgo = (days: number) => new Date(NOON.getTime() - days * DAY_MS);

describe('get_progress_insights', () => {
  async function studied() {
    const { desk } = testDesk();
    const agent = analyticsAgent(desk);
    for (let n = 0; n < 8; n += 1) {
      await desk.study.record(STUDENT, answer(`good${n}`, { topic: 'renal', right: true }));
      await desk.study.record(STUDENT, answer(`bad${n}`, { topic: 'respiratory', right: n === 0, now: daysAgo(1) }));
      await desk.study.record(STUDENT, answer(`old${n}`, { topic: 'hepatic', right: false, now: daysAgo(9) }));
    }
    return { desk, agent };
  }

  test('tells what was studied in the time asked for, what is strong and weak, and what to do', async () => {
    const { agent } = await studied();
    const output = await call(agent, 'get_progress_insights', { timeframe: '7d', include_recommendations: true });
    expect(output.insights).toEqual([
      'You answered 16 questions in the last 7 days: 9 right (56 %).',
      'That is better than before: it was 0 %.',
      'Your strongest topic is renal: 8 of 8 right.',
      'The topic to work on is respiratory: 1 of 8 right.',
      'You have studied 2 days in a row.',
    ]);
    expect(output.recommendations).toEqual(['Practise respiratory: 1 of 8 right. Say "quiz me on respiratory".']);
    expect(output.metrics).toMatchObject({ answers: 16, correct: 9, days_active: 2, streak_days: 2, timeframe: '7d' });
    const all = await call(agent, 'get_progress_insights', { timeframe: 'all', include_recommendations: false });
    expect(all.metrics).toMatchObject({ answers: 24 });
    expect(all.recommendations).toEqual([]);
  });

  test('of some topics tells only these, also those without an answer', async () => {
    const { agent } = await studied();
    const output = await call(agent, 'get_progress_insights', { topics: ['Renal', 'ocular'] });
    expect(output.insights).toEqual([
      'On renal you had 8 of 8 right in the last 7 days (100 %).',
      'On ocular you have not practised in the last 7 days.',
    ]);
    expect(output.metrics).toMatchObject({ topics: [{ topic: 'renal', count: 8, right: 8 }] });
  });

  test('of another user knows nothing', async () => {
    const { agent } = await studied();
    const output = await call(agent, 'get_progress_insights', {}, { user_id: 'someone-else' });
    expect(output.metrics).toMatchObject({ answers: 0, accuracy: null });
    expect(output.insights).toEqual(['There is nothing to analyse yet: you have not studied in the last 7 days.']);
  });

  test('every figure in the words is one of the counters', async () => {
    const marks = fc.array(fc.tuple(fc.constantFrom('renal', 'heart'), fc.boolean(), fc.nat(20)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(marks, async (list) => {
        const { desk } = testDesk();
        for (const [index, [topic, right, days]] of list.entries())
          await desk.study.record(STUDENT, answer(`e${index}`, { topic, right, now: daysAgo(days) }));
        const { metrics, insights } = await call(analyticsAgent(desk), 'get_progress_insights', { timeframe: '2w' });
        const within = list.filter(([, , days]) => days < 14);
        expect(metrics).toMatchObject({ answers: within.length, correct: within.filter(([, right]) => right).length });
        if (within.length > 0) expect(String(insights)).toContain(`You answered ${within.length} question`);
      }),
      { numRuns: 10 },
    );
  });
});

test('get_topic_mastery puts the weakest topic first', async () => {
  const { desk } = testDesk();
  for (let n = 0; n < 4; n += 1) {
    await desk.study.record(STUDENT, answer(`a${n}`, { topic: 'renal', right: true }));
    await desk.study.record(STUDENT, answer(`b${n}`, { topic: 'hepatic', right: false }));
  }
  const { topics } = await call(analyticsAgent(desk), 'get_topic_mastery', { limit: 2 });
  expect(topics).toMatchObject([
    { topic: 'hepatic', right: 0 },
    { topic: 'renal', right: 4 },
  ]);
});

test('a timeframe is days, weeks or all, and nothing else', () => {
  for (const good of ['1d', '7d', '30d', '366d', '4w', '52w', 'all'])
    expect(Timeframe.safeParse(good).success).toBe(true);
  for (const bad of ['', '0d', '7', '7days', '-7d', '1e3d', '367d', '53w', '999w', 'ALL', '7d ', '７d'])
    expect(Timeframe.safeParse(bad).success, bad).toBe(false);
  for (const days of [1, 30, 366]) expect(daysOf(`${days}d`)).toBe(days);
  expect(daysOf('4w')).toBe(28);
});

describe('the scheduler', () => {
  async function withCards(count: number) {
    const { desk } = testDesk();
    const cards = Array.from({ length: count }, (_, index) => ({ front: `f${index}`, back: 'b' }));
    await desk.cards.add(STUDENT, { name: 'Deck', topic: 'renal' }, cards, NOON);
    return { desk, agent: schedulerAgent(desk) };
  }

  test('lists what is due, takes a rating, and moves the card', async () => {
    const { agent } = await withCards(3);
    const due = await call(agent, 'get_due_cards', { limit: 1 });
    expect(due).toMatchObject({ due_now: 3, cards: [{ review: 0, deck: 'Deck' }] });
    const [card] = due.cards as unknown as { card_id: string }[];
    const dates = await call(agent, 'preview_review', { card_id: card?.card_id });
    const rated = await call(agent, 'schedule_review', { card_id: card?.card_id, review: 0, rating: 'easy' });
    expect(rated).toMatchObject({
      recorded: true,
      due: (dates as unknown as { due: Record<string, string> }).due.easy,
    });
    expect(await call(agent, 'schedule_review', { card_id: card?.card_id, review: 0, rating: 'again' })).toMatchObject({
      recorded: false,
      due: rated.due,
    });
    expect(await call(agent, 'get_due_cards')).toMatchObject({ due_now: 2 });
  });

  test('plans each card once, and what is overdue for today', async () => {
    const { desk, agent } = await withCards(5);
    const [card] = await desk.cards.due(STUDENT, NOON, 1);
    const review = {
      card_id: card?.card_id ?? '',
      review: 0,
      rating: 'easy',
      ms: 0,
      now: NOON,
      timezone: 'UTC',
    } as const;
    await desk.cards.review(STUDENT, review);
    const { plan } = await call(agent, 'get_study_plan', { days: 30 }, { now: new Date(NOON.getTime() + DAY_MS) });
    const days = plan as unknown as { date: string; reviews: number }[];
    expect(days).toHaveLength(30);
    expect(days[0]).toMatchObject({ date: '2026-11-17', reviews: 4 });
    expect(days.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(5);
  });

  test('refuses what is no card, no rating or too much', async () => {
    const { agent } = await withCards(1);
    const refused = [
      ['schedule_review', { card_id: 'x', review: 0, rating: 'good' }],
      ['schedule_review', { card_id: '0'.repeat(20), review: -1, rating: 'good' }],
      ['schedule_review', { card_id: '0'.repeat(20), review: 0, rating: 'perfect' }],
      ['schedule_review', { card_id: '0'.repeat(20), review: 0, rating: 'good', user_id: 'other' }],
      ['get_study_plan', { days: 31 }],
      ['get_due_cards', { limit: 1e9 }],
    ] as const;
    for (const [name, parameters] of refused)
      await expect(call(agent, name, parameters), JSON.stringify(parameters)).rejects.toThrow();
    await expect(
      call(agent, 'schedule_review', { card_id: '0'.repeat(20), review: 0, rating: 'good' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

test.each([
  [0, 'in a minute'],
  [10, 'in 10 minutes'],
  [60, 'in an hour'],
  [60 * 24, 'tomorrow'],
  [60 * 24 * 12, 'in 12 days'],
])('%d minutes from now is said as: %s', (minutes, text) => {
  expect(untilText(new Date(NOON.getTime() + minutes * 60_000).toISOString(), NOON)).toBe(text);
});
