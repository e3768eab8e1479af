/**
 * "No, it was 130", "sorry, I meant 81 kg": whether a value corrects an earlier one. A new reading must never be taken for
 * a correction, because the earlier one would disappear from the series; so "actually my pressure is 130 now" is not one.
 */

/** Phrases that say that the last number was a mistake. They come right before the new one, with at most a few small words between. */
const CUES = [
  // "No, it was", "no wait, that's": never "no change" or "no, I feel fine".
  [
    String.raw`(?:^|[.,;:!?–—-]\s{0,3}|\bwait\s{0,3},?\s{0,3})no\s{0,3}[,.:;–—-]?\s{0,3}(?:wait\s{0,3},?\s{0,3}|sorry\s{0,3},?\s{0,3})?`,
    String.raw`(?:it|that|this)(?:\s+(?:was|is|should\s+have\s+been)|['’]s)`,
  ].join(''),
  [
    String.raw`\b(?:sorry|apologies|oops|whoops|wait)\s{0,3}[,.:;!–—-]{0,3}\s{0,3}`,
    String.raw`(?:(?:it|that)(?:\s+(?:was|is)|['’]s)|i\s+mean(?:t)?|make\s+(?:it|that))`,
  ].join(''),
  String.raw`\bi\s+(?:actually\s+)?meant(?:\s+to\s+(?:say|write|type|put|enter))?`,
  String.raw`\bcorrection\b`,
  String.raw`\bactually\s{0,3},?\s{0,3}(?:it|that)(?:\s+(?:was|is|should\s+have\s+been)|['’]s)`,
  [
    String.raw`\b(?:typo|i\s+(?:mis(?:read|typed|spoke|remembered)|was\s+wrong|made\s+a\s+(?:mistake|typo)))\b`,
    String.raw`[^\n!?]{0,20}(?:it|that|value|reading|number)?`,
  ].join(''),
  String.raw`\bshould\s+have\s+(?:been|said|read)`,
  String.raw`\b(?:forget|ignore|disregard|delete)\s+(?:the|that|my)\b[^?\n]{0,60}\b(?:real|actual|correct|true)\b`,
  // The record is said to be wrong, and then what is right.
  String.raw`\b(?:wrong|incorrect|not\s+(?:right|correct))\b[^\n?]{0,50}\b(?:it|that)(?:['’]s|\s+is|\s+was|\s+should\s+be)`,
  String.raw`\bnot\s+\d[\d./,]*\s{0,3}[^\s\d,]{0,10}\s{0,3},?\s{0,3}(?:but|it\s+was|rather)`,
];
const SMALL_WORDS = [
  'temp|temperature|my|the|a|an|it|that|was|is|were|be|at|of|for|about|around|actually|really|rather',
  'reading|value|level|number|weight|pressure|blood|sugar|rate|heart|said',
].join('|');
const BETWEEN = String.raw`(?:[\s,:;.–—"'(-]|\b(?:${SMALL_WORDS})\b){0,12}`;
const CORRECTION = new RegExp(`(?:${CUES.join('|')})${BETWEEN}$`, 'i');
const CUE_WORD =
  /\bno\b|sorry|apolog|oops|wait|meant|correct|actually|typo|\bmis|wrong|mistake|should|\bnot\b|forget|ignore|disregard|delete/i;
/** "71 kg, not 77" */
const NOT_AFTER = /^\s{0,3}[^\s\d,]{0,10}\s{0,3},?\s{0,3}(?:and\s+)?not\s+(\d+(?:\.\d+)?)/i;
/** "not 77 but 71" */
const NOT_BEFORE = /\bnot\s+(\d+(?:\.\d+)?)\b[^\d\n?]{0,30}$/i;
/** A new reading, however it begins: "actually it's 130 now". */
const NEW_AFTER = /^\s{0,3}[^\s\d,]{0,10}\s{0,3}(?:now|today|tonight)\b/i;
const WRONG =
  /\b(?:mistakes?|mistaken(?:ly)?|errors?|wrong(?:ly)?|incorrect(?:ly)?|typo|not (?:right|correct|true)|never (?:had|took|was|been|have))\b/i;
const REACH = 80;

/** Whether the words say that something on file, or said before, is not so. */
export function saysWrong(words: string): boolean {
  return WRONG.test(words);
}

/** Whether any word of the cues is there: a cheap test that most values fail. */
export function hasCue(words: string): boolean {
  return CUE_WORD.test(words);
}

/** The value that is said to be wrong beside the right one. */
export function contrastAt(text: string, { start, end }: { start: number; end: number }): number | undefined {
  const wrong =
    NOT_AFTER.exec(text.slice(end, end + REACH))?.[1] ??
    NOT_BEFORE.exec(text.slice(Math.max(0, start - REACH), start))?.[1];
  return wrong === undefined ? undefined : Number(wrong);
}

export function isCorrection(
  text: string,
  evidence: { start: number; end: number },
  value: string | number | undefined,
): boolean {
  if (value === undefined || !hasCue(text.slice(Math.max(0, evidence.start - REACH), evidence.end + REACH)))
    return false;
  const follows = (at: number) => CORRECTION.test(text.slice(Math.max(0, at - REACH), at));
  if (contrastAt(text, evidence) !== undefined) return true;
  if (NEW_AFTER.test(text.slice(evidence.end, evidence.end + REACH))) return false;
  // Before the whole of it ("sorry, I meant" A1C 6.8 %), or inside, before the number (weight, "sorry, I meant" 81 kg).
  const number = text.slice(evidence.start, evidence.end).indexOf(String(value));
  return follows(evidence.start) || (number > 0 && follows(evidence.start + number));
}
