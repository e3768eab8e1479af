/** Words of the replies that the assistant's rules share. */

/** "milk, eggs and bread". */
export function joined(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const TO_YOU: Readonly<Record<string, string>> = {
  i: 'you',
  "i'm": "you're",
  "i've": "you've",
  "i'd": "you'd",
  "i'll": "you'll",
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  our: 'your',
  we: 'you',
};
const PERSONS = /\b(?:i am|i was|i(?:'(?:m|ve|d|ll))?|me|mine|myself|my|our|we)\b/gi;

/** What the user said about themselves, said to them: "my locker code" -> "your locker code". */
export function toYou(text: string): string {
  return text.replaceAll('’', "'").replace(PERSONS, (word) => {
    const low = word.toLowerCase();
    if (low === 'i am') return 'you are';
    return low === 'i was' ? 'you were' : (TO_YOU[low] ?? word);
  });
}

/** Without the courtesies before a command and the marks after it. Longer texts are no commands. */
export function commandIn(text: string): string {
  return text
    .slice(0, 1_000)
    .replaceAll('’', "'")
    .replace(/^(?:hey|hi|hello|ok|okay)[ ,]{1,3}(?:beto[ ,]{1,3})?/i, '')
    .replace(/^(?:(?:please|could you|can you|would you|will you) ){1,2}/i, '')
    .trim()
    .replace(/[.!]{1,5}$/, '')
    .replace(/,? please$/i, '')
    .trim();
}
