/** The AnalyticsAgent, as it is served over A2A: what a user's study events say about their progress. It only reads. */
import { z } from 'zod';
import { defineAction, type ServedAgent } from '../../../engine/run/served-agent.ts';
import type { TutorDesk } from '../desk.ts';
import { MOST_NAME, MOST_TOPICS } from '../limits.ts';
import { dayOf, daysBefore, topicName } from '../study/event.ts';
import { timezoneOf } from '../timezone.ts';
import { insightsOf, percent, recommendationsOf } from './insights.ts';
import { figuresOf, streakOf, topicsSince } from './summary.ts';
import { daysOf, MOST_TIMEFRAME_DAYS, Timeframe } from './timeframe.ts';

/** Null is the same as none: configs pass on what the state has. */
const TopicNames = z
  .array(z.string().min(1).max(MOST_NAME))
  .max(20)
  .nullish()
  .transform((names) => [...new Set((names ?? []).map(topicName))])
  .describe('Only these; all if empty');

const TopicFigures = z.object({ topic: z.string(), count: z.number(), right: z.number(), mastery: z.number() });

const Metrics = z.object({
  timeframe: z.string(),
  answers: z.number(),
  correct: z.number(),
  accuracy: z.number().nullable(),
  reviews: z.number(),
  remembered: z.number(),
  retention: z.number().nullable(),
  lessons: z.number(),
  minutes: z.number(),
  days_active: z.number(),
  streak_days: z.number(),
  due_cards: z.number(),
  topics: z.array(TopicFigures),
});

/** Topics in one answer: more is a table, and nobody reads it. */
const SHOWN_TOPICS = 10;

export function analyticsAgent(desk: TutorDesk): ServedAgent {
  return {
    name: 'AnalyticsAgent',
    version: '1.0.0',
    description: 'Progress insights from study events: quiz answers, flashcard reviews and lessons.',
    actions: {
      get_progress_insights: defineAction({
        description: 'What the user has studied, how well it went, and what to do next.',
        effect: 'read',
        parameters: z.strictObject({
          timeframe: Timeframe.default('7d'),
          include_recommendations: z.boolean().default(true),
          topics: TopicNames,
        }),
        output: z.object({ insights: z.array(z.string()), recommendations: z.array(z.string()), metrics: Metrics }),
        async run({ tenant, user_id, parameters, context, now }) {
          const { timeframe, include_recommendations, topics } = parameters;
          const student = { tenant, user_id };
          const [record, dueCards] = await Promise.all([desk.study.read(student), desk.cards.countDue(student, now)]);
          const today = dayOf(now, timezoneOf(context.user_preferences));
          const from = daysBefore(today, daysOf(timeframe) - 1);
          const figures = figuresOf(record, from);
          const byTopic = topicsSince(record, from);
          const analysis = {
            timeframe,
            topics,
            now: figures,
            before: figuresOf(record, daysBefore(from, Math.min(daysOf(timeframe), MOST_TIMEFRAME_DAYS)), from),
            byTopic,
            streak: streakOf(record, today),
            dueCards,
          };
          const shown = topics.length > 0 ? byTopic.filter(({ topic }) => topics.includes(topic)) : byTopic;
          return {
            insights: insightsOf(analysis),
            recommendations: include_recommendations ? recommendationsOf(analysis) : [],
            metrics: {
              timeframe,
              ...figures,
              streak_days: analysis.streak,
              due_cards: dueCards,
              topics: shown.slice(0, SHOWN_TOPICS),
            },
          };
        },
      }),
      get_topic_mastery: defineAction({
        description: 'How well the user knows each topic, the weakest first.',
        effect: 'read',
        parameters: z.strictObject({
          topics: TopicNames,
          limit: z.number().int().min(1).max(MOST_TOPICS).default(SHOWN_TOPICS),
        }),
        output: z.object({ insights: z.array(z.string()), topics: z.array(TopicFigures) }),
        async run({ tenant, user_id, parameters: { topics, limit } }) {
          const record = await desk.study.read({ tenant, user_id });
          const wanted = topicsSince(record, '').filter(({ topic }) => topics.length === 0 || topics.includes(topic));
          const weakestFirst = wanted.toSorted((a, b) => a.mastery - b.mastery).slice(0, limit);
          return {
            insights: weakestFirst.map(
              ({ topic, count, right }) => `${topic}: ${right} of ${count} right (${percent(right / count)}).`,
            ),
            topics: weakestFirst,
          };
        },
      }),
    },
  };
}
