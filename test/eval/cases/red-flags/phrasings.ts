/** Our own phrasings of emergencies and near-misses, and how they are split: rules and weights may see one half only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CASES = import.meta.dirname;
export const NEAR_MISSES = 'near-misses';
export const ORDINARY = 'later/ordinary';

export type Half = 'tuned' | 'unseen';

/** FNV-1a over the text: the same half on every machine, whatever the order of the file. */
export function halfOf(text: string): Half {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return ((hash >>> 11) & 1) === 0 ? 'tuned' : 'unseen';
}

export function familyNames(): string[] {
  return readdirSync(CASES)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length))
    .filter((name) => name !== NEAR_MISSES)
    .sort();
}

export function phrasings(name: string): string[] {
  return readFileSync(join(CASES, `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Written after the first rules; family and text on one line. */
export function laterPhrasings(): { family: string; text: string }[] {
  return readFileSync(join(CASES, 'later', 'later.psv'), 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [family = '', text = ''] = line.split(' | ');
      return { family, text };
    });
}
