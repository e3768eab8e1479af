/** Where sentences and clauses begin and end, so that what is said in one is not read into the next. */

export type Stretch = { start: number; end: number };

const ABBREVIATION = /(?:\b(?:Dr|Mr|Mrs|Ms|St|Prof|vs|approx|e\.g|i\.e|No|appt|Mt)|\b[A-Z])$/;
/** What ends the reach of "no", "if" or "my mother": a contrast, or a new subject with its own verb. */
const CLAUSE_BREAK =
  /;|:\s|\s[-–—]\s|,?\s*\b(?:but|however|although|though|except|whereas|because|yet|instead|otherwise|positive\s+for)\b|,\s*(?=(?:and\s+|so\s+|then\s+)?(?:i|i['’]m|i['’]ve|my|we|he|she|they|it|her|his|reports?|complains?|admits|now|also|can|could|should|is|what|how|why|do|does)\b)|\b(?:and|so|then)\s+(?=(?:i|i['’]m|i['’]ve|i['’]d|my|we|he|she|they|it|her|his|also|have|has|had|take|takes|taking|feel|feels|started|now|been|am|was|were|is|can|could|should|what|how|why|do|does)\b)|\b(?:since|while|when|that|which)\s+(?=i\b)/giu;

/** What is said of a thing is said near it; beyond this many characters a run-on sentence counts as another one. */
const REACH = 300;

/** The last text read: every finding of a message asks for the sentences of the same message. */
let last: { text: string; sentences: Stretch[] } = { text: '', sentences: [] };

export function sentencesOf(text: string): Stretch[] {
  if (last.text !== text) last = { text, sentences: split(text) };
  return last.sentences;
}

export function sentenceAt(text: string, at: number): Stretch {
  const sentences = sentencesOf(text);
  let [low, high] = [0, sentences.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sentences[middle] as Stretch).start <= at) low = middle;
    else high = middle - 1;
  }
  const found = sentences[low];
  if (!found || at < found.start || at >= found.end)
    return { start: Math.max(0, at - REACH), end: Math.min(text.length, at + REACH) };
  return { start: Math.max(found.start, at - REACH), end: Math.min(found.end, at + REACH) };
}

function split(text: string): Stretch[] {
  const sentences: Stretch[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?]+(?=["')\]]?(?:\s|$))|\n+/g)) {
    if (match[0] === '.' && ABBREVIATION.test(text.slice(start, match.index))) continue;
    const end = match.index + (match[0].startsWith('\n') ? 0 : match[0].length);
    if (text.slice(start, end).trim() !== '') sentences.push({ start, end });
    start = match.index + match[0].length;
  }
  if (text.slice(start).trim() !== '') sentences.push({ start, end: text.length });
  return sentences;
}

/** The clause around a place, inside its sentence. */
export function clauseAt(text: string, at: number, sentence: Stretch = sentenceAt(text, at)): Stretch {
  let { start, end } = sentence;
  for (const match of text.slice(sentence.start, sentence.end).matchAll(CLAUSE_BREAK)) {
    const from = sentence.start + match.index;
    const to = from + match[0].length;
    if (to <= at) start = to;
    else if (from > at) {
      end = from;
      break;
    }
  }
  return { start, end };
}
