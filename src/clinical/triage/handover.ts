/**
 * A request for a summary of the person for somebody who does not know them: something is to be produced, it is about the person or the
 * record, and a form or a reader is named. "What should the locum know about me?" asks for the same.
 */
import { patternsOf } from '../text/patterns.ts';

const { pattern } = patternsOf('triage', 'handover');

const PRODUCE = pattern('PRODUCE', 'i');
const OF_ME = pattern('OF_ME', 'i');
const FORM = pattern('FORM', 'i');
const READER = pattern('READER', 'i');
const TO_KNOW = pattern('TO_KNOW', 'i');
const TO_BRING = pattern('TO_BRING', 'i');
/** "What do you know about me?" */
const KNOWN = pattern('KNOWN', 'i');
/** To send the record is another request, and its place is the side panel. */
const SENDS = pattern('SENDS', 'i');
/** Nobody asks for a summary in more letters. */
const MAX_CHARS = 240;

export function asksForHandover(text: string): boolean {
  if (text.length > MAX_CHARS || SENDS.test(text)) return false;
  if (TO_KNOW.test(text)) return READER.test(text);
  // "Could you write me half a page to bring?": whoever it is for, it is about the writer.
  if (PRODUCE.test(text) && FORM.test(text) && TO_BRING.test(text)) return true;
  return (
    PRODUCE.test(text) &&
    OF_ME.test(text) &&
    READER.test(text) &&
    (FORM.test(text) || /\b(?:who i am|of me|about me)\b/i.test(text))
  );
}

/** Asks for all that the record holds, to be told and not to be shown. */
export function asksWhatIsKnown(text: string): boolean {
  return text.length <= MAX_CHARS && KNOWN.test(text);
}
