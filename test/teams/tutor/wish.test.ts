/** Who gets a message without a model. A wrong reading sends a student's question to an agent that cannot answer it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/teams/tutor/offline/rules.ts';
import { spanDays } from '../../../src/teams/tutor/offline/wish.ts';
import { ask, QUIZ_OPEN } from './ask.ts';

const ROUTES: Readonly<Record<string, readonly string[]>> = {
  AnalyticsAgent: [
    'What’s my progress?',
    'how am I doing',
    'show me my stats',
    'Am I improving?',
    'my accuracy please',
  ],
  SchedulerAgent: [
    'What is due?',
    'my study plan',
    'What should I review today?',
    'when is my next review due',
    'when is my next review',
    'plan my revision of cardiology',
  ],
  QuizAgent: [
    'Quiz me on asthma',
    'test me on the kidneys',
    'Ask me 10 questions about statins',
    'a quiz please',
    'Can you quiz me?',
    '10 questions on the heart please',
    'give me five questions about asthma',
  ],
  FlashcardAgent: [
    'flashcards please',
    'make flashcards on hypertension',
    'Review my flash cards',
    'Which decks do I have?',
    'review',
  ],
  RetrievalAgent: [
    'find insulin in my notes',
    'What does my library say about asthma?',
    'search the textbook for heart failure',
  ],
  TutorAgent: [
    'Explain hypertension',
    'What is HbA1c?',
    'How does asthma progress?',
    'statins',
    'I have 2 questions about asthma',
    'why is the sky blue?',
    'What is the treatment plan in asthma?',
    'chest pain due to reflux',
  ],
  QuizWithProgress: ['Quiz me and show my progress', 'show my progress, then quiz me on asthma'],
};

const cases = Object.entries(ROUTES).flatMap(([agent, texts]) => texts.map((text) => [text, agent] as const));

test.each(cases)('%s -> %s', (text, agent) => {
  expect(targetOf(text)).toBe(agent);
});

test('what my notes say and how I do on it goes to the retrieval agent, which goes on to the analytics', () => {
  expect(targetOf('Find asthma in my notes and tell me my progress on it')).toBe('RetrievalAgent');
});

test.each(['hello', 'what can you do?', 'help', 'how can you help me', 'I want to buy a car', '', '???'])(
  'small talk is told what there is: %j',
  (text) => {
    expect(ask(RULES.SupervisorAgent, text)).toMatchObject({ text: expect.stringContaining('study tutor') });
  },
);

test('thanks and a stop with nothing open get a short answer', () => {
  expect(ask(RULES.SupervisorAgent, 'thank you')).toEqual({ text: 'You are welcome.' });
  expect(ask(RULES.SupervisorAgent, 'stop')).toEqual({ text: 'No quiz or review is open. Nothing is changed.' });
});

test('a wish that is not done is named', () => {
  const made = [{ name: 'make_cards', result: { text: '5 cards added.' } }];
  const { text } = ask(RULES.FlashcardAgent, 'make cards about asthma and quiz me on it', null, made) as {
    text: string;
  };
  expect(text).toBe('5 cards added.\n\nI do one thing at a time. For the rest, say "quiz me".');
});

describe('the reading does not depend on', () => {
  const said = fc.constantFrom(...cases);
  test.each([
    ['courtesy before it', (text: string) => `Please, ${text.charAt(0).toLowerCase()}${text.slice(1)}`],
    ['courtesy after it', (text: string) => `${text} thank you`],
    [
      'capital letters',
      (text: string) =>
        text.replaceAll(/\b(?:quiz|progress|cards?|flashcards|notes|plan|explain|review)\b/gi, (word) =>
          word.toUpperCase(),
        ),
    ],
    ['spaces', (text: string) => ` ${text.replaceAll(' ', '  ')}\n`],
  ])('%s', (_name, change) => {
    fc.assert(
      fc.property(said, ([text, agent]) => {
        expect(targetOf(change(text)), change(text)).toBe(agent);
      }),
    );
  });
});

test.each([
  ['no quiz, explain asthma', 'TutorAgent'],
  ["I don't want a quiz, explain asthma", 'TutorAgent'],
  ['Explain asthma without flashcards', 'TutorAgent'],
])('what is not wanted is not done: %s', (text, agent) => {
  expect(targetOf(text)).toBe(agent);
});

describe('while a question is open', () => {
  test.each(['B', 'the second one', 'ACE inhibitor', 'no idea', 'stop', 'hello'])('%s is for the quiz', (text) => {
    expect(targetOf(text, QUIZ_OPEN)).toBe('QuizAgent');
  });
  test.each([
    ['What’s my progress?', 'AnalyticsAgent'],
    ['my study plan', 'SchedulerAgent'],
    ['make flashcards on asthma', 'FlashcardAgent'],
    ['What is HbA1c?', 'TutorAgent'],
    ['explain ACE inhibitors first', 'TutorAgent'],
  ])('%s is not', (text, agent) => {
    expect(targetOf(text, QUIZ_OPEN)).toBe(agent);
  });
  test('a wish that holds the words of an option is not graded', () => {
    expect(ask(RULES.QuizAgent, 'quiz me on statin', QUIZ_OPEN)).toMatchObject({
      calls: [{ name: 'next_question', args: { questions: 5 } }],
    });
  });
  test.each(['stop', 'stop the quiz', 'enough', 'let’s stop', 'no more questions'])('%s ends the quiz', (text) => {
    expect(ask(RULES.QuizAgent, text, QUIZ_OPEN)).toEqual({ calls: [{ name: 'stop_exercise', args: {} }] });
  });
  test('any text that names nothing else is an answer', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('lung', 'water', 'blue', 'sodium', 'maybe', 'the', '42'), {
          minLength: 1,
          maxLength: 8,
        }),
        (words) => {
          expect(targetOf(words.join(' '), QUIZ_OPEN)).toBe('QuizAgent');
        },
      ),
    );
  });
});

test.each([
  ['What’s my progress in the last 30 days?', 30],
  ['my progress this week', 7],
  ['progress over the past two weeks', 14],
  ['my progress today', 1],
  ['my progress so far', Number.POSITIVE_INFINITY],
  ['my progress', null],
])('%s', (text, days) => {
  expect(spanDays(text)).toBe(days);
});

test('a length of time reaches the remote agent as a parameter that it accepts', () => {
  expect(ask(RULES.SupervisorAgent, 'What’s my progress in the last 30 days?')).toEqual({
    calls: [
      {
        name: 'transfer_to_analytics',
        args: { action: 'get_progress_insights', parameters: { timeframe: '30d', include_recommendations: true } },
      },
    ],
  });
  expect(ask(RULES.SupervisorAgent, 'plan my next 90 days of study')).toMatchObject({
    calls: [{ name: 'transfer_to_scheduler', args: { parameters: { days: 30 } } }],
  });
});

test('every rule answers any text, and calls only with arguments that can be sent', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 300 }),
      fc.constantFrom(...Object.keys(RULES)),
      fc.boolean(),
      (text, agent, open) => {
        const answer = ask(RULES[agent], text, open ? QUIZ_OPEN : null);
        if ('calls' in answer) expect(answer.calls.length).toBeGreaterThan(0);
        else expect(answer.text.length).toBeGreaterThan(0);
      },
    ),
  );
});

/** By a hand-over, or by a tool that asks the remote agent. */
function targetOf(text: string, exercise: unknown = null): string | undefined {
  const answer = ask(RULES.SupervisorAgent, text, exercise);
  if (!('calls' in answer)) return undefined;
  const [call] = answer.calls;
  const asked: Record<string, string> = {
    transfer_to_analytics: 'AnalyticsAgent',
    transfer_to_scheduler: 'SchedulerAgent',
  };
  return asked[call?.name ?? ''] ?? String(call?.args.agent_name);
}
