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
const ACCENTS = /[\u0300-\u036f\u064b-\u0652]/g;
const CHINESE = 'zh';

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
  const entries = listOf(group).map((entry) =>
    language === CHINESE ? entry : `(?<![\\p{L}\\p{M}])${wordPattern(withoutAccents(entry))}`,
  );
  return new RegExp(entries.join('|'), 'u');
}

function wordPattern(entry: string): string {
  return entry.startsWith('=') ? `${entry.slice(1)}(?![\\p{L}\\p{M}])` : entry;
}

/** A denial at most one word before what is found (the mark \0), or right after the word in which it is. */
function denialOf(language: string): RegExp | null {
  const denies = listOf(LANGUAGES.get(language)?.denies ?? '')
    .map(withoutAccents)
    .join('|');
  if (denies === '') return null;
  const gap = language === CHINESE ? '' : '\\s+(?:[\\p{L}\\p{M}]+\\s+)?';
  return new RegExp(
    `(?:^|[^\\p{L}\\p{M}])(?:${denies})${gap}\\0|\\0[\\p{L}\\p{M}]*\\s+(?:${denies})(?![\\p{L}\\p{M}])`,
    'u',
  );
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
}
