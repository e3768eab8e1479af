/**
 * The words and marks of a text as the trigger table spells them: lower case, contractions opened ("don't", "dont" -> "do not"),
 * possessives off, "3-year-old" and "3yo" as words of their own. Only what says something about a finding is read this way.
 */
import { split } from './split.ts';

export type Token = { word: string; start: number; end: number };

const OPENED: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ['do not', 'dont dnt dunt'],
      ['does not', 'doesnt dosent doesent dosnt'],
      ['did not', 'didnt didint'],
      ['have not', 'havent havnt havenot'],
      ['has not', 'hasnt'],
      ['had not', 'hadnt'],
      ['is not', 'isnt aint'],
      ['are not', 'arent'],
      ['was not', 'wasnt'],
      ['were not', 'werent'],
      ['will not', 'wont'],
      ['can not', 'cant cannot'],
      ['could not', 'couldnt'],
      ['would not', 'wouldnt'],
      ['should not', 'shouldnt'],
      ['must not', 'mustnt'],
      ['i am', 'im iam'],
      ['i have', 'ive'],
      ['he is', 'hes'],
      ['she is', 'shes'],
      ['that is', 'thats'],
      ['there is', 'theres'],
      ['what is', 'whats'],
      ['when is', 'whens'],
      ['where is', 'wheres'],
      ['do not know', 'dunno idk'],
      ['going to', 'gonna'],
      ['want to', 'wanna'],
      ['without', 'w/o'],
    ] as const
  ).flatMap(([open, written]) => written.split(' ').map((word) => [word, open.split(' ')] as const)),
);
/** Only with their apostrophe: "ill", "id", "its", "were" and "shed" are words too. */
const TAILS: readonly (readonly [RegExp, string])[] = [
  [/['’]ll$/, 'will'],
  [/['’]ve$/, 'have'],
  [/['’]re$/, 'are'],
  [/['’]d$/, 'had'],
  [/['’]m$/, 'am'],
];
const LETTER = /[A-Za-z]/;
const IS = /^(?:it|he|she|that|this|there|what|who|where|how|here)['’]s$/;

/** Ends in a full stop, whether or not one was typed; so does each line. "?pneumonia" is a doubt, spelled "query" in the table. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { index: start, 0: written } of split(text, 'context')) {
    const end = start + written.length;
    if (written === '?' && LETTER.test(text.charAt(end))) tokens.push({ word: 'query', start, end });
    else for (const word of openedWord(written)) tokens.push({ word, start, end });
  }
  tokens.push({ word: '.', start: text.length, end: text.length });
  return tokens;
}

function openedWord(written: string): readonly string[] {
  if (written === '\n') return ['.'];
  const lower = written.toLowerCase();
  const opened = OPENED.get(lower);
  if (opened) return opened;
  if (!lower.includes("'") && !lower.includes('’')) return [lower];
  const plain = lower.replace(/['’]/g, '');
  const known = OPENED.get(plain);
  if (known) return known;
  for (const [tail, word] of TAILS) if (tail.test(lower)) return [lower.replace(tail, ''), word];
  if (IS.test(lower)) return [lower.slice(0, -2), 'is'];
  return [lower.replace(/['’]s?$/, '').replace(/['’]/g, '')];
}
