/** Two names of one substance are one medicine: taking both is a double dose. By the names in the message, and by what is taken already. */
import { capital, findTerms, inSentence, join, unique } from '../../../../clinical/index.ts';
import { takenAs, takenMedicine } from '../record-view.ts';
import type { Scene } from './scene.ts';

/** More of it is taken in addition; "together with it" may be another medicine. */
const BESIDE =
  /\b(?:add(?:ed|ing)?|also|as well|too|on top|alongside|another|extra|in addition|besides?|both|with my usual|one after the other)\b/i;
/** "The sumatriptan", "my ramipril": the one that is taken. */
const DEFINITE = /\b(?:the|my|this|that|these|those|same)\s+(?:[\w-]+\s+)?$/i;
const IN_BRACKETS = /^[^()[\].]{0,20}[([](?:aka |also called |brand name )?$/i;
const EARLIER_MESSAGES = 6;
/** Letters of an abbreviation: hctz. */
const LONGEST_ABBREVIATION = 4;

export function sameMedicine({ text, question, view, said, whom, earlier }: Scene): string {
  if (whom.who === 'relative' || said.corrections.length > 0) return '';
  const asks = question.asked.some(({ act }) => act === 'take' || act === 'clash');
  const tells = said.medications.length > 0;
  if (!asks && !tells) return '';
  const named = namesIn(text);
  const before = namesIn(earlier.slice(-EARLIER_MESSAGES).join('\n'));
  const found = [...named].flatMap(([name, here]) => {
    const entry = takenMedicine(view, name);
    const known = before.get(name) ?? [];
    const isOther =
      entry !== undefined && known.length > 0 && here.some((word) => known.every((one) => !isSameName(word, one)));
    const isMore = entry !== undefined && asks && named.size === 1 && BESIDE.test(text) && !isDefinite(text, here);
    if (here.length < 2 && !isOther && !isMore) return [];
    const words = unique([...here, ...(isOther ? known : [])]);
    const dose = entry && takenAs(entry);
    const same =
      words.length > 1
        ? `${capital(join(words))} are names of the same medicine (${inSentence(name)})`
        : `You take ${inSentence(name)} already${dose ? ` (${dose})` : ''}, and this is the same medicine`;
    return [
      `${same}: taking both is a double dose. Take only what was prescribed of one of them, and ask a pharmacist or doctor today which one, and what to do about doses already taken.`,
    ];
  });
  return found.join('\n');
}

function isDefinite(text: string, [word = '']: readonly string[]): boolean {
  return DEFINITE.test(text.slice(0, text.toLowerCase().indexOf(word)));
}

function isSameName(one: string, other: string): boolean {
  return one === other || isShort(one, other) || isShort(other, one);
}

/** "Pred" of prednisolone, "mtx" of methotrexate: the beginning of a name, or some of its letters in their order, and no second product. */
function isShort(short: string, name: string): boolean {
  if (short.length >= name.length) return false;
  if (name.startsWith(short)) return true;
  if (short.length > LONGEST_ABBREVIATION || short[0] !== name[0]) return false;
  let at = 0;
  for (const letter of name) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** The words by which each medicine is called in a text. */
function namesIn(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  let last = { name: '', end: 0 };
  for (const { term, text: word, start, end } of findTerms(text)) {
    if (term.kind !== 'drug' || term.name.toLowerCase() === term.drugClass?.toLowerCase()) continue;
    // "Paracetamol (Tylenol)" says one thing twice.
    const isExplained = last.name === term.name && IN_BRACKETS.test(text.slice(last.end, start));
    last = { name: term.name, end };
    if (isExplained) continue;
    const known = names.get(term.name) ?? [];
    const called = word.toLowerCase();
    if (known.some((one) => isShort(called, one))) continue;
    // Where the short one came first, the whole name takes its place.
    names.set(term.name, unique([...known.filter((one) => !isShort(one, called)), called]));
  }
  return names;
}
