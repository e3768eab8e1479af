/**
 * What a student wants, read from the structure of their message: which things it names (a quiz, cards, notes, progress, a plan), whether
 * it speaks of the student or of medicine, and whether it asks for something or answers.
 */
import { findTerms, isQuestion, patternsOf } from '../../../clinical/index.ts';

const { words, pattern } = patternsOf('tutor-offline', 'wish');

const THINGS = ['progress', 'plan', 'quiz', 'cards', 'notes'] as const;
export type Thing = (typeof THINGS)[number];

const PROGRESS = words('PROGRESS');
const PLAN = words('PLAN');
const STUDY = words('STUDY');
const QUIZ = words('QUIZ');
const TESTING = words('TESTING');
const CARDS = words('CARDS');
const NOTES = words('NOTES');
const SELF = words('SELF');
const MAKING = words('MAKING');
const STOP = words('STOP');
const NEGATION = words('NEGATION');
const DIRECT = words('DIRECT');
const EXPLAINING = words('EXPLAINING');
const SPAN = pattern('SPAN', 'i');
const QUESTIONS = pattern('COUNT', 'i', { THING: '(?:questions?|mcqs?)\\b' });
const CARD_COUNT = pattern('COUNT', 'i', { THING: '(?:flash ?)?cards?\\b' });

/** A negation reaches this far: "I don't want a quiz". */
const REACH = 3;
/** A message of so few words that names a thing asks for it: "flashcards please". */
const SHORT = 5;
/** What is read of a message: nobody puts a wish after so much text. */
const READ_CHARS = 2_000;

const TEACHING = /^(?:explain|teach|describe|tell|show|define|know)$/;
const REMOVING = /^(?:delete|remove|erase|clear)$/;
const POLITE: ReadonlySet<string> = new Set(['please', 'can', 'could', 'would', 'will', 'i']);
/** How each thing is asked for. */
const SAY: Readonly<Record<Thing, string>> = {
  progress: "what's my progress?",
  plan: 'my study plan',
  quiz: 'quiz me',
  cards: 'make flashcards',
  notes: 'find it in my notes',
};
/** A quiz together with the progress is one reply. */
const DONE_WITH: Partial<Record<Thing, readonly Thing[]>> = { quiz: ['progress'] };

export type Wish = {
  things: ReadonlySet<Thing>;
  /** Something is to be made or added. */
  making: boolean;
  /** It asks for something, where an exercise waits for an answer. */
  directed: boolean;
  stops: boolean;
  /** Something is to be deleted. */
  removing: boolean;
  /** It is about the tutor: "what can you do?" */
  aboutTutor: boolean;
  thanks: boolean;
  medical: boolean;
  asks: boolean;
};

export function readWish(text: string): Wish {
  const read = text.slice(0, READ_CHARS);
  const said = tokensOf(read);
  const medical = findTerms(read).length > 0;
  const things = new Set(THINGS.filter((thing) => names(thing, said, medical)));
  const asks = said.length > 0 && isQuestion(read.trim());
  const [first = '', second = ''] = said;
  const isNoMore = first === 'no' && second === 'more';
  return {
    things,
    making: said.some((word) => MAKING.has(word)),
    directed:
      (things.size > 0 && (asks || DIRECT.has(first) || said.length <= SHORT)) || (medical && EXPLAINING.has(first)),
    stops: said.length <= SHORT && (STOP.has(first) || (STOP.has(second) && first.startsWith('let')) || isNoMore),
    removing: REMOVING.test(first) || (POLITE.has(first) && said.some((word) => REMOVING.test(word))),
    aboutTutor: !medical && things.size === 0 && said.length <= SHORT + 1 && isAboutTutor(said),
    thanks: !medical && said.length <= SHORT && said.some((word) => /^(?:thanks|thank|thx|cheers)$/.test(word)),
    medical,
    asks,
  };
}

function isAboutTutor(said: readonly string[]): boolean {
  return said[0] === 'help' || (said.slice(1, 4).includes('you') && !said.some((word) => TEACHING.test(word)));
}

/** What a message asks for besides and this agent does not do. */
export function notDone({ things }: Wish, done: Thing): string {
  const left = THINGS.filter(
    (thing) => thing !== done && thing !== 'notes' && things.has(thing) && !DONE_WITH[done]?.includes(thing),
  );
  if (left.length === 0) return '';
  return `I do one thing at a time. For the rest, say ${left.map((thing) => `"${SAY[thing]}"`).join(' or ')}.`;
}

function names(thing: Thing, said: readonly string[], medical: boolean): boolean {
  return said.some((word, at) => !isNegated(said, at) && isCue(thing, word, at, said, medical));
}

function isCue(thing: Thing, word: string, at: number, said: readonly string[], medical: boolean): boolean {
  const own = said.some((one) => SELF.has(one));
  const before = said[at - 1] ?? '';
  const after = said[at + 1] ?? '';
  switch (thing) {
    // A disease has progress too, and a test has results: of the student's own, or in a message without medicine.
    case 'progress':
      if (word === 'doing') return said.includes('how') && (before === 'i' || after === 'i' || before === 'am');
      return PROGRESS.has(word) && own && !(medical && isVerb(said, at));
    // A treatment has a plan, and pain is due to something.
    case 'plan':
      if (!PLAN.has(word)) return asksWhatToReview(word, at, said);
      return after !== 'to' && (!medical || said.some((one) => STUDY.has(one)));
    case 'quiz':
      return (
        QUIZ.has(word) ||
        (TESTING.has(word) && SELF.has(after)) ||
        (word.startsWith('question') && (before === 'next' || isOrder(said, at)))
      );
    case 'cards':
      return CARDS.has(word) || (/^(?:review|revise|practi[cs]e)$/.test(word) && at <= 1 && !medical);
    case 'notes':
      return NOTES.has(word) && (own || !medical || before === 'the');
  }
}

/** "10 questions on the heart", "give me five questions"; not "I have two questions". */
function isOrder(said: readonly string[], at: number): boolean {
  const isCount = toNumber(said[at - 1]) !== undefined;
  return isCount && (at === 1 || (DIRECT.has(said[0] ?? '') && !said.includes('have')));
}

/** "What should I review today?" asks for the plan. */
function asksWhatToReview(word: string, at: number, said: readonly string[]): boolean {
  if (!/^(?:review|revise|study|learn|practi[cs]e)$/.test(word)) return false;
  const before = said.slice(0, at);
  return (before.includes('i') || before.includes('my')) && before.some((one) => /^(?:what|when|which)$/.test(one));
}

/** "How does asthma progress?" */
function isVerb(said: readonly string[], at: number): boolean {
  return (
    said[at] === 'progress' &&
    said.slice(Math.max(0, at - 4), at).some((word) => /^(?:do|does|will|can|may|might)$/.test(word))
  );
}

function isNegated(said: readonly string[], at: number): boolean {
  return said.slice(Math.max(0, at - REACH), at).some((word) => NEGATION.has(word));
}

function tokensOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []
  ).flatMap((word) => (word === 'flash' ? [] : [word]));
}

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14, month: 30, quarter: 90, year: 365 };
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  'couple of': 2,
  three: 3,
  few: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fourteen: 14,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
};

/** "the last two weeks" is 14; null where no length of time is named. */
export function spanDays(text: string): number | null {
  const read = text.slice(0, READ_CHARS);
  const found = SPAN.exec(read);
  if (found) return (toNumber(found[1]) ?? 1) * (DAYS[found[2]?.toLowerCase() ?? ''] ?? 1);
  if (/\btoday\b/i.test(read)) return 1;
  return /\b(?:all time|so far|overall|ever|since the beginning)\b/i.test(read) ? Number.POSITIVE_INFINITY : null;
}

export function questionCount(text: string): number | undefined {
  return toNumber(QUESTIONS.exec(text.slice(0, READ_CHARS))?.[1]);
}

export function cardCount(text: string): number | undefined {
  return toNumber(CARD_COUNT.exec(text.slice(0, READ_CHARS))?.[1]);
}

function toNumber(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  return /^\d/.test(written) ? Number(written) : NUMBERS[written.toLowerCase()];
}
