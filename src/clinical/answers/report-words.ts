/** A passage of a report in plain words: each term of it that the tables know, in the order of the passage, and no judgement. */
import { capital, inSentence } from '../questions/rows.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { readTable } from '../vocabulary/table.ts';
import { topicFacts } from './topic-facts.ts';

const { pattern } = patternsOf('answers', 'report-words');

/** "Put this in simple words", "what does it mean?" */
const EXPLAINS = pattern('EXPLAINS', 'i');
/** What stands in quotation marks, or else after a colon. */
const PASSAGE = pattern('PASSAGE', 'su');
/** A report denies up to the next comma, and what it denies is the last word of its phrase: "no acute fracture". */
const ABSENT = /\b(?:no|without|negative for|absence of)\b(?:(?!\b(?:but|with|however)\b)[^,;.]){0,80}$/i;
const ENDS_PHRASE = /^\s*(?:$|[,;.)]|(?:or|and|of|at|in|on|is|was|seen|identified)\b)/i;
const MOST_LETTERS = 600;
const WORDS = readTable('report-words', ['word', 'meaning']).toSorted((a, b) => b.word.length - a.word.length);
const REST = 'What it means for you is for the doctor to say who ordered it, and so are the words that I left out.';

type Known = Stretch & { line: string };

/** Empty where no passage is to be explained, or none of its words is known. */
export function explainReport(text: string): string {
  const groups = EXPLAINS.test(text) ? PASSAGE.exec(text)?.groups : undefined;
  const passage = (groups?.quoted ?? groups?.after ?? '').slice(0, MOST_LETTERS);
  if (!passage) return '';
  const known: Known[] = [];
  for (const one of [...reportWords(passage), ...namedIn(passage)])
    if (!known.some(({ start, end }) => one.start < end && start < one.end)) known.push(one);
  if (known.length === 0) return '';
  return ['In plain words:', ...known.toSorted((a, b) => a.start - b.start).map(({ line }) => `- ${line}`), REST].join(
    '\n',
  );
}

function reportWords(passage: string): Known[] {
  const lower = passage.toLowerCase();
  return WORDS.flatMap(({ word, meaning }) => {
    const stem = word.replace('*', '').toLowerCase();
    const start = lower.indexOf(stem);
    if (start < 0 || /\w/.test(lower[start - 1] ?? '')) return [];
    const rest = /^\w*/.exec(lower.slice(start + stem.length))?.[0] ?? '';
    if (rest !== '' && rest !== 's' && !word.endsWith('*')) return [];
    const end = start + stem.length + rest.length;
    return [{ start, end, line: lineOf(passage, { start, end }, meaning) }];
  });
}

function namedIn(passage: string): Known[] {
  return findTerms(passage).flatMap(({ term, start, end }) => {
    const what = topicFacts(term.name)?.what;
    return what ? [{ start, end, line: lineOf(passage, { start, end }, what) }] : [];
  });
}

/** "Fracture (not found): a break in a bone." */
function lineOf(passage: string, { start, end }: Stretch, meaning: string): string {
  const isAbsent = ABSENT.test(passage.slice(0, start)) && ENDS_PHRASE.test(passage.slice(end));
  return `${capital(inSentence(passage.slice(start, end)))}${isAbsent ? ' (not found)' : ''}: ${meaning}.`;
}
