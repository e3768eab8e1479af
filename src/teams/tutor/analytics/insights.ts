/** The figures in words: what stands out, and what to do next. Every sentence rests on a counter. */

import type { Figures, TopicFigures } from './summary.ts';
import { timeframeText } from './timeframe.ts';

export type Analysis = {
  timeframe: string;
  /** What the user asked about; empty: everything. */
  topics: readonly string[];
  now: Figures;
  /** The same length of time before. */
  before: Figures;
  byTopic: readonly TopicFigures[];
  streak: number;
  dueCards: number;
};

/** Fewer answers say nothing about a topic. */
const LEAST_ANSWERS = 3;
const WEAK = 0.6;
const STRONG = 0.75;
/** Changes of accuracy below this are chance. */
const LEAST_CHANGE = 0.1;
/** Answers on each side of a comparison. */
const LEAST_COMPARED = 5;

export function insightsOf(analysis: Analysis): string[] {
  const { timeframe, topics, now, before, byTopic, streak } = analysis;
  const when = timeframeText(timeframe);
  if (topics.length > 0) return topicInsights(topics, byTopic, when);
  if (now.answers + now.reviews + now.lessons === 0)
    return [`There is nothing to analyse yet: you have not studied ${when}.`];
  return [
    ...(now.answers > 0
      ? [`You answered ${counted(now.answers, 'question')} ${when}: ${now.correct} right (${percent(now.accuracy)}).`]
      : []),
    ...(now.reviews > 0
      ? [
          `You reviewed ${counted(now.reviews, 'flashcard')} and remembered ${now.remembered} (${percent(now.retention)}).`,
        ]
      : []),
    ...(now.lessons > 0 ? [`You worked through ${counted(now.lessons, 'explanation')}.`] : []),
    ...changed(now, before),
    ...strongest(byTopic),
    ...weakest(byTopic),
    ...(streak > 1 ? [`You have studied ${streak} days in a row.`] : []),
  ];
}

export function recommendationsOf({ topics, now, byTopic, dueCards }: Analysis): string[] {
  const weak = weakOnes(byTopic)[0];
  const untouched = topics.filter((topic) => !byTopic.some((one) => one.topic === topic));
  const advice = [
    ...(dueCards > 0
      ? [`Review your flashcards: ${counted(dueCards, 'card')} ${dueCards === 1 ? 'is' : 'are'} due.`]
      : []),
    ...(weak ? [`Practise ${weak.topic}: ${weak.right} of ${weak.count} right. Say "quiz me on ${weak.topic}".`] : []),
    ...untouched.map((topic) => `You have no answers on ${topic} yet. Say "quiz me on ${topic}".`),
  ];
  if (advice.length > 0) return advice;
  if (now.answers + now.reviews === 0) return ['Begin with a short quiz: say "quiz me".'];
  return ['Nothing is due and no topic is weak: take a quiz on something new, or make flashcards of it.'];
}

function topicInsights(topics: readonly string[], byTopic: readonly TopicFigures[], when: string): string[] {
  return topics.map((topic) => {
    const one = byTopic.find((figures) => figures.topic === topic);
    if (!one) return `On ${topic} you have not practised ${when}.`;
    return `On ${topic} you had ${one.right} of ${one.count} right ${when} (${percent(one.right / one.count)}).`;
  });
}

function changed(now: Figures, before: Figures): string[] {
  if (now.accuracy === null || before.accuracy === null) return [];
  if (Math.min(now.answers, before.answers) < LEAST_COMPARED) return [];
  const change = now.accuracy - before.accuracy;
  if (Math.abs(change) < LEAST_CHANGE) return [];
  return [`That is ${change > 0 ? 'better' : 'less'} than before: it was ${percent(before.accuracy)}.`];
}

function strongest(byTopic: readonly TopicFigures[]): string[] {
  const strong = byTopic.filter(({ count, mastery }) => count >= LEAST_ANSWERS && mastery >= STRONG);
  const [best] = strong.toSorted((a, b) => b.mastery - a.mastery);
  return best ? [`Your strongest topic is ${best.topic}: ${best.right} of ${best.count} right.`] : [];
}

function weakest(byTopic: readonly TopicFigures[]): string[] {
  const [worst] = weakOnes(byTopic);
  return worst ? [`The topic to work on is ${worst.topic}: ${worst.right} of ${worst.count} right.`] : [];
}

function weakOnes(byTopic: readonly TopicFigures[]): TopicFigures[] {
  const weak = byTopic.filter(({ count, mastery }) => count >= LEAST_ANSWERS && mastery < WEAK);
  return weak.toSorted((a, b) => a.mastery - b.mastery);
}

export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

export function percent(share: number | null): string {
  return `${Math.round((share ?? 0) * 100)} %`;
}
