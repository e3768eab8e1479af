/**
 * What is said of another person as the phrases say it of the writer: in "she thinks we are better off without her" her is me, in
 * "out of my husband's nose" my husband's is my. A pronoun counts only after a subject of the same sentence that it can stand for, so
 * that "I am better off without her" is about two people.
 */
import { isPersonNoun } from '../text/persons.ts';
import { wordSet } from '../text/word-sets.ts';
import { NAMED_OWNER, OTHERS } from './phrase-table.ts';
import type { Gender, KnownWord, Message, OtherPerson, Token } from './words.ts';

/** For each word of the first person those of the third, in the order of GENDERS. */
const PRONOUNS: readonly (readonly [string, string])[] = [
  ['i', 'he she they'],
  ['im', 'hes shes theyre'],
  ['me', 'him her them'],
  ['my', 'his her their'],
  ['myself', 'himself herself themselves'],
];
const GENDERS: readonly Gender[] = ['he', 'she', 'they'];
const READ_AS = new Map<string, OtherPerson>(
  PRONOUNS.flatMap(([first, others]) =>
    others.split(' ').map((word, nth) => [word, { gender: GENDERS[nth] as Gender, first }] as const),
  ),
);
const WRITER = wordSet('i im ive we weve');
const DETERMINERS = wordSet('my our his her their the');
const OPENS_CLAUSE = wordSet('and but that if because when so says said thinks think');
/** What follows "her" where it is no possessive: "he hits her and", "touches her at night". */
const AFTER_OBJECT = wordSet(
  'and but or at in on with when while to again so if because every all now last until from for by down up about around who i he she they',
);
const POSSESSIVE = /['’]s?$/;

export function otherPerson(fold: string): OtherPerson | null {
  return isPersonNoun(fold) ? 'noun' : (READ_AS.get(fold) ?? null);
}

/** For each word the number of what it stands for, if anything; null where nobody else is spoken of. `words`: those of the message. */
export function asOfWriter({ text, tokens }: Message, words: readonly KnownWord[]): (number | undefined)[] | null {
  if (words.every(({ other }) => other === null)) return null;
  let [sentence, subject]: [number, Gender | 'anyone' | null] = [-1, null];
  return tokens.map((token, at) => {
    const { fold } = token;
    if (token.sentence !== sentence) [sentence, subject] = [token.sentence, null];
    if (WRITER.has(fold)) subject = null;
    const read = words[at]?.other;
    if (read === 'noun') {
      if (opensClause(text, tokens, at)) subject = 'anyone';
      return POSSESSIVE.test(text.slice(token.start, token.end)) ? NAMED_OWNER : undefined;
    }
    if (!read) return undefined;
    const agrees = subject === 'anyone' || subject === read.gender;
    if (read.first !== 'me' || subject === null) subject = read.gender;
    if (!agrees) return undefined;
    return OTHERS.get(fold === 'her' && isObject(text, tokens, at) ? 'me' : read.first);
  });
}

function opensClause(text: string, tokens: readonly Token[], at: number): boolean {
  const from = [at - 1, at - 2].find((place) => DETERMINERS.has(tokens[place]?.fold ?? '')) ?? at;
  const before = tokens[from - 1];
  if (!before || before.sentence !== tokens[at]?.sentence || OPENS_CLAUSE.has(before.fold)) return true;
  return text.slice(before.end, tokens[from]?.start).includes(',');
}

function isObject(text: string, tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at] as Token, tokens[at + 1]];
  if (!next || next.sentence !== token.sentence || AFTER_OBJECT.has(next.fold)) return true;
  return text.slice(token.end, next.start).includes(',');
}
