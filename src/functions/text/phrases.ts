/**
 * The phrases that a text is about. Candidates are runs of words that no function word and no mark divides (as in RAKE); a phrase counts
 * for its frequency, the weight of its words and, less, for where it stands alone rather than inside a longer one (as in C-value).
 */
import { CODE_WORDS } from './code.ts';
import { type Term, termsOf } from './words.ts';

export type Phrase = { text: string; words: number; score: number };

const LONGEST = 4;
/** Of the phrases of a text: so many different ones are counted, the first ones of it. */
const MOST_COUNTED = 50_000;

type Counted = { text: string; words: number; weight: number; count: number; inside: number };

export function phrasesOf(text: string, options: { code?: boolean } = {}): Phrase[] {
  const counted = new Map<string, Counted>();
  for (const run of runsOf(text, options.code ?? false))
    for (let length = 1; length <= Math.min(LONGEST, run.length); length += 1)
      for (let first = 0; first + length <= run.length; first += 1)
        count(counted, text, run.slice(first, first + length), length < run.length);
  return [...counted.values()]
    .filter(({ words, count }) => words === 1 || count > 1 || words <= 3)
    .map(({ text: said, words, weight, count, inside }) => {
      const alone = count - inside / 2;
      return { text: said, words, score: (weight / words) * Math.log2(1 + alone) * Math.sqrt(words) };
    })
    .sort((one, other) => other.score - one.score || (one.text < other.text ? -1 : 1));
}

function count(counted: Map<string, Counted>, text: string, terms: readonly Term[], isInside: boolean): void {
  const key = terms.map(({ stem }) => stem).join(' ');
  const known = counted.get(key);
  if (known) {
    known.count += 1;
    if (isInside) known.inside += 1;
    return;
  }
  if (counted.size >= MOST_COUNTED) return;
  const said = text
    .slice(terms[0]?.start, terms.at(-1)?.end)
    .replace(/\s+/g, ' ')
    .replace(/['’]s$/, '');
  const weight = terms.reduce((sum, term) => sum + term.weight, 0);
  counted.set(key, { text: said, words: terms.length, weight, count: 1, inside: isInside ? 1 : 0 });
}

/** Words that follow each other with nothing but spaces between them, at most LONGEST of them. */
function runsOf(text: string, code: boolean): Term[][] {
  const runs: Term[][] = [];
  let run: Term[] = [];
  const close = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const term of termsOf(text)) {
    const last = run.at(-1);
    const skipped = term.number || term.text.length < 3 || (code && CODE_WORDS.has(term.text));
    if (skipped || (last && !isGap(text, last.end, term.start)) || code || run.length === LONGEST) close();
    if (!skipped) run.push(term);
  }
  close();
  return runs;
}

/** One line may end between two words of a phrase, a paragraph may not. */
function isGap(text: string, start: number, end: number): boolean {
  const between = text.slice(start, end);
  return between.length <= 20 && between.trim() === '' && between.indexOf('\n') === between.lastIndexOf('\n');
}
