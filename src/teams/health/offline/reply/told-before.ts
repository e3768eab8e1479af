/**
 * "What did the kidney doctor change, and when is the blood test?": what was told earlier in this conversation, in the writer's own words.
 * The record holds nothing of other people, and no plans; the conversation does.
 */
import { isQuestion, patternsOf, plainText, sentencesOf, unique } from '../../../../clinical/index.ts';
import { termsOf } from './named-terms.ts';
import type { Asked } from './question.ts';
import type { Scene } from './scene.ts';
import { HE_OR_SHE } from './whom.ts';

const { pattern, words } = patternsOf('health-offline', 'told-before');

/** Asks for a fact of somebody: a dose, a day, a name, a change. */
const ASKS = pattern('ASKS', 'i');
const OF_SOMEBODY = pattern('OF_SOMEBODY', 'i');
/** What a question may want to know, and by which words a sentence tells it. */
const KINDS: readonly Kind[] = [
  { asked: pattern('CHANGE_ASKED', 'i'), told: pattern('CHANGE_TOLD', 'i'), isPlan: true },
  { asked: pattern('CHECK_ASKED', 'i'), told: pattern('CHECK_TOLD', 'i'), isPlan: true },
  { asked: pattern('DOSE_ASKED', 'i'), told: pattern('DOSE_TOLD', 'i'), isPlan: false },
  { asked: pattern('ALLERGY_ASKED', 'i'), told: pattern('ALLERGY_TOLD', 'i'), isPlan: false },
];
const EMPTY_WORDS = words('EMPTY_WORDS');
const MOST_SENTENCES = 4;
const LONGEST_QUOTE = 240;
const LEAST_LETTERS = 4;

/** `isPlan`: no section of the record has it. */
type Kind = { asked: RegExp; told: RegExp; isPlan: boolean };
type Wanted = { kinds: readonly Kind[]; words: ReadonlySet<string>; names: ReadonlySet<string> };

/** Of another person, of what a doctor changed and of what is planned; empty where nothing that was told fits. */
export function toldBefore({ text }: Asked, scene: Scene): string {
  if (scene.earlier.length === 0 || !ASKS.test(text)) return '';
  const wanted = wantedIn(scene.text);
  // "What do I say she's allergic to?"
  const isOfOther = scene.whom.who === 'relative' || HE_OR_SHE.test(text);
  if (!isOfOther && !(wanted.kinds.some(({ isPlan }) => isPlan) && OF_SOMEBODY.test(scene.text))) return '';
  const told = unique(scene.earlier.flatMap(statements)).filter((sentence) => fits(sentence, wanted, isOfOther));
  if (told.length === 0) return '';
  return ['You told me:', ...told.slice(-MOST_SENTENCES).map((sentence) => `- “${sentence}”`)].join('\n');
}

function wantedIn(text: string): Wanted {
  return {
    kinds: KINDS.filter(({ asked }) => asked.test(text)),
    words: new Set(contentOf(text)),
    names: new Set(termsOf(text).map(({ name }) => name)),
  };
}

/** A sentence that tells what is asked for; of somebody else, also one that names what the question names. */
function fits(sentence: string, { kinds, words, names }: Wanted, isOfOther: boolean): boolean {
  if (kinds.some(({ told }) => told.test(sentence))) return true;
  if (!isOfOther) return false;
  return termsOf(sentence).some(({ name }) => names.has(name)) || contentOf(sentence).some((word) => words.has(word));
}

function statements(message: string): string[] {
  return sentencesOf(message)
    .map(({ start, end }) => message.slice(start, end).trim())
    .filter((sentence) => sentence.length <= LONGEST_QUOTE && !isQuestion(sentence));
}

function contentOf(text: string): string[] {
  return (plainText(text).match(/[a-z]+/g) ?? [])
    .filter((word) => word.length >= LEAST_LETTERS && !EMPTY_WORDS.has(word))
    .map((word) => word.replace(/s$/, ''));
}
