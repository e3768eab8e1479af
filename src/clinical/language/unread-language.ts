/**
 * In which language a message is that the rules cannot read. The detector (eld, Apache-2.0, trained on sentences) is only loaded for
 * messages in which no sentence is English: its tables take 0.2 s and 40 MB.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { once } from '../text/cache.ts';
import { LANGUAGES } from './languages.ts';
import { languagesIn } from './sentences.ts';

const detector = once(() => {
  // Imports are asynchronous and reading is not; a module may be required by its path.
  const require = createRequire(import.meta.url);
  const { eld } = require(fileURLToPath(import.meta.resolve('eld/extrasmall'))) as typeof import('eld/extrasmall');
  const known = eld.newInstance();
  known.setLanguageSubset([...LANGUAGES.keys(), ...Object.keys(ANSWERED_IN), 'en']);
  return known;
});

/** Malay is what the detector takes Indonesian for. */
const ANSWERED_IN: Readonly<Record<string, string>> = { ms: 'id' };
const UNKNOWN = 'unknown';

/** The code of the language, `unknown` for a script that nothing here can read, null for what may be English. */
export function unreadLanguage(text: string): string | null {
  const { foreign, hasEnglish, otherScript } = languagesIn(text);
  if (hasEnglish || foreign.length === 0) return null;
  const unread = foreign.map((sentence) => sentence.text).join('\n');
  const { language } = detector().detect(unread);
  const answered = ANSWERED_IN[language] ?? language;
  if (answered === 'en' || !LANGUAGES.has(answered)) return otherScript ? UNKNOWN : null;
  return answered;
}
