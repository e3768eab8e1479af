/**
 * Where a statement ends and something else begins without a mark or a subject: "I am doing a course next month bad stomach cramps".
 * The words before a finding are a statement of their own if they have a subject and a verb, and the finding belongs to neither: it
 * stands too far from the verb, and no preposition or "any" leads to it.
 */
import { patternsOf } from '../text/patterns.ts';
import { wordSet } from '../text/word-sets.ts';

const { words } = patternsOf('text', 'clauses');

const VERBS = words('VERBS');
const AUXILIARIES = wordSet("am be been i'm im i've");
const PREPOSITIONS = words('PREPOSITIONS');
const ARTICLES = wordSet('a an the');
/** These carry what was said on to what follows. */
const LEADS = wordSet(
  'after any no not or nor without never having have has had if that like such signs symptoms covers covered includes included',
);
const SUBJECT =
  /^\W*(?:(?:and|but|so|then|also|ok|okay|hi|hello|well)\W+)*(?:i|i'm|im|i've|we|he|she|it|they|my|our|his|her|the|a|an|last|this)\b/i;
const WORD = /[a-z']+/gi;
/** What somebody said is part of the saying: "they said a student collapsed". */
export const REPORTS = wordSet('said says say told heard read tells claims');
/** How many words of complement a statement has at least, and how near a word must be to lead to what follows. */
const COMPLEMENT = 2;
const NEAR = 3;

/** The length of the statement, or 0 if the words before a finding are part of what is said of it. */
export function endOfStatement(before: string): number {
  if (!SUBJECT.test(before)) return 0;
  const said: string[] = before.toLowerCase().match(WORD) ?? [];
  const joint = said.lastIndexOf('and');
  const last = said.findLastIndex((word, at) => at > 0 && at !== joint && isVerb(word));
  const verb = last < 0 && AUXILIARIES.has(said[0] ?? '') ? 0 : last;
  if (REPORTS.has(said[verb] ?? '')) return 0;
  if (verb < 0 || said.length - verb - 1 < COMPLEMENT) return 0;
  const near = said.slice(Math.max(joint + 1, said.length - NEAR));
  const leads = near.some((word, at) => {
    const last = near.length - at;
    // "How to treat": its object follows. "Used to smoke": before a verb "to" leads to nothing, "lost him to a stroke" it does.
    if (word === 'how') return true;
    return word === 'to'
      ? last === 1 || ARTICLES.has(near[at + 1] ?? '')
      : PREPOSITIONS.has(word) || (last < NEAR && LEADS.has(word));
  });
  return leads ? 0 : before.length;
}

function isVerb(word: string): boolean {
  return VERBS.has(word) || AUXILIARIES.has(word) || /(?:ed|ing)$/.test(word);
}
