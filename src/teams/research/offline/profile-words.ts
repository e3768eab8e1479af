/** What a clinician says about themselves: sentences in the first person about work, preferences or contact, which ask for nothing. */
import { patternsOf } from '../../../clinical/index.ts';
import type { ProfilePart } from '../profile.ts';

const { pattern } = patternsOf('research-offline', 'profile-words');
const PARTS: readonly [ProfilePart, RegExp][] = [
  ['contact', pattern('CONTACT', 'i')],
  ['preferences', pattern('PREFERENCE', 'i')],
  ['practice', pattern('PRACTICE', 'i')],
];
export const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/;

export type ProfileNote = { part: ProfilePart; note: string };

/** The notes, and what remains of the message. */
export function readProfile(text: string): { notes: ProfileNote[]; rest: string } {
  const notes: ProfileNote[] = [];
  const rest = text.split(/(?<=[.!?])\s+/).filter((sentence) => {
    const part = sentence.includes('?') ? undefined : PARTS.find(([, said]) => said.test(sentence.trim()))?.[0];
    if (part) notes.push({ part, note: sentence.trim().slice(0, 500) });
    return part === undefined;
  });
  return { notes, rest: rest.join(' ').trim() };
}
