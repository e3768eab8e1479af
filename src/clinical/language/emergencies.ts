/**
 * Emergencies told in a language that the rules cannot read: a short table of frames for the most spoken ones. It knows no grammar but
 * denial, so it is loose; somebody who cannot be understood is sent to help once too often rather than once too rarely.
 */
import { once } from '../text/cache.ts';
import { listOf, readTable } from '../vocabulary/table.ts';
import { LANGUAGES } from './languages.ts';
import { languagesIn } from './sentences.ts';

export type ForeignEmergency = { family: string; language: string; start: number; end: number };

type Frame = { language: string; family: string; denied: RegExp | null; first: RegExp; others: readonly RegExp[] };

/** Latin and Arabic accents; the vowel signs of other scripts are letters. */
const ACCENTS = /[\u0300-\u036f\u064b-\u0655]/g;
const CHINESE = 'zh';
/** Arabic writes "the", "and" and "with" together with the word. */
const ARABIC = 'ar';
const CLITIC = '(?:[وفبل]?ال|لل|[وفبل])?';
/** Languages that deny behind the word: "दर्द नहीं". */
const DENYING_AFTER: ReadonlySet<string> = new Set(['hi', 'ur', 'bn', 'ru']);

const frames = once(() =>
  readTable('language-emergencies', ['language', 'family', 'frames']).flatMap(({ language, family, frames: cell }) =>
    cell.split(';').map((frame): Frame => {
      const [first, ...others] = frame.split('+').map((group) => groupPattern(language, group));
      return { language, family, denied: denialOf(language), first: first as RegExp, others };
    }),
  ),
);

/** The first of each family, in the sentences of the message that are not English. */
export function foreignEmergencies(text: string): ForeignEmergency[] {
  const found = new Map<string, ForeignEmergency>();
  for (const { start, end, text: sentence } of languagesIn(text).foreign) {
    const plain = withoutAccents(sentence);
    for (const frame of frames())
      if (!found.has(frame.family) && tells(frame, plain))
        found.set(frame.family, { family: frame.family, language: frame.language, start, end });
  }
  return [...found.values()];
}

function tells({ first, others, denied }: Frame, sentence: string): boolean {
  const hit = first.exec(sentence);
  if (!hit || !others.every((group) => group.test(sentence))) return false;
  return !denied?.test(`${sentence.slice(0, hit.index)}\0${sentence.slice(hit.index + hit[0].length)}`);
}

function groupPattern(language: string, group: string): RegExp {
  const before = language === CHINESE ? '' : `(?<![\\p{L}\\p{M}])${language === ARABIC ? CLITIC : ''}`;
  return new RegExp(
    `${before}(?:${listOf(group)
      .map((entry) => wordPattern(withoutAccents(entry)))
      .join('|')})`,
    'u',
  );
}

function wordPattern(entry: string): string {
  return entry.startsWith('=') ? `${entry.slice(1)}(?![\\p{L}\\p{M}])` : entry;
}

/** A denial at most one word before what is found (the mark \0), or two words behind the word in which it is. */
function denialOf(language: string): RegExp | null {
  const words = listOf(LANGUAGES.get(language)?.denies ?? '').map(withoutAccents);
  if (words.length === 0) return null;
  const denies = `(?<![\\p{L}\\p{M}])(?:${words.join('|')})`;
  if (language === CHINESE) return new RegExp(`(?:${words.join('|')})\\0`, 'u');
  const before = `${denies}\\s+(?:[\\p{L}\\p{M}]+\\s+)?\\0`;
  const behind = `\\0[\\p{L}\\p{M}]*\\s+(?:[\\p{L}\\p{M}]+\\s+){0,2}${denies}(?![\\p{L}\\p{M}])`;
  return new RegExp(DENYING_AFTER.has(language) ? `${before}|${behind}` : before, 'u');
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
}
