/**
 * A greeting, thanks or a farewell: a message in which every word is social or says nothing by itself ("hey, how is it going?"). Known by
 * what is missing, a word with content, and not by a list of phrases.
 */
import { patternsOf } from '../text/patterns.ts';

export type Social = 'greeting' | 'thanks' | 'farewell';

const { pattern, words } = patternsOf('triage', 'social');
/** Whoever begins with one of these greets; the other words of a greeting do not do it alone ("this morning"). */
const GREETS = words('GREETS');
const THANKS = words('THANKS');
const PLEASANT = words('PLEASANT');
const EMPTY = words('EMPTY');
const FAREWELL = pattern('FAREWELL', '');
const GREETING = pattern('GREETING', '');
const OWN_NAME = /\bmy name(?: is|'s) \p{L}+/u;
const EMOJI = /\p{Extended_Pictographic}/u;
/** "Hiii", "heyyy", "sooo". */
const STRETCHED = /(\p{L})\1{2,}/gu;
const MOST_WORDS = 12;
const MOST_BARE_WORDS = 3;
const MOST_CHARS = 120;

/** `plain` comes from plainText. */
export function socialOf(plain: string): Social | null {
  if (plain.length > MOST_CHARS) return null;
  const short = plain.replace(STRETCHED, '$1').replace(OWN_NAME, '');
  const found = short.match(/[\p{L}\p{N}'-]+/gu) ?? [];
  if (found.length === 0) return EMOJI.test(plain) ? 'greeting' : null;
  const isKnown = (word: string) => [GREETS, THANKS, PLEASANT, EMPTY].some((list) => list.has(word));
  const unknown = found.filter((word) => !isKnown(word));
  // "Hello Medfleet": who is greeted may have any name.
  const isAddressed =
    found.length === 2 && unknown.length === 1 && found[1] === unknown[0] && GREETS.has(found[0] ?? '');
  if (found.length > MOST_WORDS || (unknown.length > 0 && !isAddressed)) return null;
  if (found.some((word) => THANKS.has(word))) return 'thanks';
  if (FAREWELL.test(short)) return 'farewell';
  return GREETING.test(short) || found.some((word) => GREETS.has(word) || PLEASANT.has(word)) ? 'greeting' : null;
}

/** Begins with a greeting and says nothing else; "morning" alone may be an answer. */
export function isGreeting(plain: string): boolean {
  return GREETING.test(plain.replace(STRETCHED, '$1')) && socialOf(plain) === 'greeting';
}

/** "Hey, how is it now?" goes on with a conversation, if there is one; "hello again" does not. */
export function isBareGreeting(plain: string): boolean {
  return plain.split(' ').length <= MOST_BARE_WORDS && isGreeting(plain);
}
