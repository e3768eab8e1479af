/** Reads a message into clauses with subject and reality (understanding.ts says what these mean). */
import { createTextCache } from '../text/cache.ts';
import { contextAt } from '../text/context.ts';
import { isQuestion } from '../text/questions.ts';
import { readingOf } from '../text/reading.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { Clause, Reality, Subject, Understanding } from './understanding.ts';

const memory = createTextCache<Understanding>();

export function understand(text: string): Understanding {
  return memory(text, () => ({ text, clauses: clausesOf(text) }));
}

/** The clause in which a place of the text stands. */
export function clauseOf({ clauses }: Understanding, offset: number): Clause | undefined {
  return clauses.find(({ end }) => offset < end) ?? clauses.at(-1);
}

function clausesOf(text: string): Clause[] {
  const { tokens, clauses } = readingOf(text);
  const begins = clauses.map((token) => tokens[token]?.start ?? text.length);
  return sentencesOf(text).flatMap(({ start, end }, sentence) => {
    const asks = isQuestion(text.slice(start, end));
    const cuts = [start, ...begins.filter((begin) => begin > start && begin < end), end];
    return cuts.slice(0, -1).map((from, index): Clause => {
      const to = cuts[index + 1] as number;
      const { experiencer, time, assertion } = contextAt(text, from, from + 1);
      const subject: Subject = experiencer === 'patient' ? 'self' : experiencer === 'family' ? 'relative' : 'someone';
      const reality: Reality = time === 'past' ? 'past' : assertion === 'hypothetical' ? 'asked' : 'now';
      return { start: from, end: to, sentence, subject, reality, asks };
    });
  });
}
