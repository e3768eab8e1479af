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
    const isOther = entry !== undefined && known.length > 0 && here.some((word) => !known.includes(word));
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
    names.set(term.name, unique([...(names.get(term.name) ?? []), word.toLowerCase()]));
  }
  return names;
}
