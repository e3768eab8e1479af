/** Thanks, a farewell or an acknowledgement: nothing is asked, so nothing is looked up. */
import { isCourtesy, patternsOf } from '../../../clinical/index.ts';

const THANKS = /^(?:thanks?|thx|thankyou|ty|cheers|gracias|danke|merci|obrigad[oa]|grazie|appreciate[d]?)$/;
const FAREWELL = /^(?:bye|goodbye|goodnight|night|later|cya)$/;
/** Words without meaning beside them. */
const FILLERS = patternsOf('health-offline', 'small-talk').words('FILLERS');
const MAX_WORDS = 9;
/** A longer message is not small talk. */
const MAX_CHARS = 120;

/** "Ok, will ring the doctor": the person says what they will do. */
const PROMISE =
  /^\W*(?:ok(?:ay)?|right|fine|good|great|alright)[\s,]+(?:i['’]?ll|i will|will|going to)\b[^?\d]{0,60}$/i;

/** "So is that ok then": asks, without its mark. */
const ASKS = /^\W*(?:ok(?:ay)? |so |and |but )*(?:is|are|was) (?:that|this|it|they)\b/i;

export function smallTalk(text: string): string | null {
  if (text.length > MAX_CHARS) return null;
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? [];
  const isKnown = (word: string) => THANKS.test(word) || FAREWELL.test(word) || FILLERS.has(word);
  const small =
    words.length > 0 && words.length <= MAX_WORDS && !/[\d?]/.test(text) && !ASKS.test(text) && words.every(isKnown);
  if (PROMISE.test(text)) return 'Good. Come back if anything changes or you want to go over something.';
  if (!small && !isCourtesy(text)) return null;
  if (words.some((word) => FAREWELL.test(word))) return 'Take care. Come back whenever you want to go over something.';
  return words.some((word) => THANKS.test(word))
    ? 'You are welcome. If anything changes, or you want to go over a value or a medicine, just ask.'
    : 'All right. If you want to go over a value, a medicine or a complaint, just ask.';
}
