/**
 * Is a phrase of long ago? "I had chest pain years ago" is, and so is the rest of such a story: "In 2016 I had a heart attack. I
 * was sweating and my chest hurt." What the shared reader (text/context.ts) calls past is past; beside it stand what has lasted
 * for years, which is true now but no emergency, and stories that go on in the past tense after the date was said.
 */
import { contextAt } from '../text/context.ts';
import { matchesOf } from '../text/matches.ts';
import type { Span } from './words.ts';

const LONG_AGO =
  /\b(?:years? (?:ago|back|earlier)|months? (?:ago|back|earlier)|weeks ago|decades? ago|last (?:year|month|summer|winter|spring|fall|autumn)|(?:in|since|of|from) (?:19|20)\d\d\b|in (?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|may|june|july|august|september|october|november|december)|history of|used to|as an? (?:child|kid|teen\w*|baby|newborn|infant|toddler|student)|as newborn|as an? \w+ (?:child|kid)|when (?:i|he|she|they) (?:was|were) (?:\w+ ){1,3}(?:days|weeks|months|years)|when (?:i|he|she) was (?:a |an |young|little|\d|(?:thir|four|fif|six|seven|eigh|nine)teen|ten|eleven|twelve|twenty|thirty|forty|fifty)|previously|in the past|back then|at (?:that|the) time|in those days|towards the end|long (?:time )?ago|once (?:had|as|when)|once (?:my|his|her|it|i) (?:\w+ )?\w+ed|family history|died (?:of|from|in|at|when|last)|(?:my|his|her|our|their|the) late (?:husband|wife|father|mother|dad|mum|mom|brother|sister|partner|grand\w+|uncle|aunt|friend)|passed (?:in|last)|passed away|survived|survivor|recovered from|recovery from|recovering from|after (?:a|my|his|her) (?:stroke|heart attack)|(?:is|am|are|was|were) (?:fine|ok|okay|well|doing well) now|but (?:is|am|are) fine now|went well|before covid|(?:for|since|over|from|past|last|about) (?:(?:almost|about|over|nearly|around|the|last|past|many|several|some|at|least|more|than|long|a|few|\d+|one|two|three|four|five|six|seven|eight|nine|ten) ){1,4}(?:years|yrs|months|decades)|since (?:birth|childhood|i was|he was|she was)|from birth|born with|(?:am|was|been|is|were) diagnosed|chronic|\d+ years post)\b/i;
const NOW =
  /\b(?:now|right now|currently|today|tonight|this (?:morning|afternoon|evening|minute|time)|at the moment|just|(?<!\bnever (?:[\w']+ ){0,3})again|suddenly|all of a sudden|ongoing|keeps?|getting worse|worse|minutes? ago|mins? ago|hours? ago|since (?:this|last night|yesterday|noon|lunch|breakfast|waking|i woke))\b/i;
/** Too near for an old story to go on. */
const RECENT =
  /\b(?:yesterday|last night|this (?:week|weekend|month)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|days? (?:ago|back)|(?:a|one|last) week(?: ago)?|since)\b/i;
/** "Once my lips swelled, and now again". */
const RECURS = /\b(?:again|back|same|returned|recur\w*)\b/i;
/** What somebody is known to have says nothing about the rest: "sudden weakness, history of atrial fibrillation". */
const KNOWN_BEFORE = /\b(?:history of|(?:am|was|been|is|were) diagnosed|chronic)\b[^,;]*/gi;
/** An age, and no old story. */
const BORN_AGO = /\bborn (?:\w+ ){1,4}(?:ago|before|back)\b/i;
/** "Numb after a previous operation": the thing was earlier, and what it is told for is now. */
const EARLIER_THING = /\b(?:previous|prior|former|old|remote)\b/i;
/** "She moves less than before". */
const THAN_BEFORE = /^[^.,;]{0,12}\b(?:than|like|as) (?:before|usual)\b/i;
/** A clause in the past tense only, and one that speaks of the present. */
const TENSE_PAST =
  /\b(?:had|was|were|did|got|went|suffered|experienced|took|survived|could|couldn't|felt|fell|came|became|threw|lost|broke|kept|began|woke|(?:i|he|she|they)'d(?! (?:like|rather|love|be|want|say|prefer))|[a-z]{2,}(?<!e)ed)\b/i;
const TENSE_NOW =
  /(?<!\b(?:could|couldn't|could not|did|didn't|did not|would|wouldn't|to) )\b(?:is|am|are|i'm|im|i've|ive|he's|she's|it's|have|has|feel|feels|think|thinks|want|wants|keep|keeps|can't|cant|cannot|won't|wont|don't|dont|doesn't|hurts?|born)\b/i;
const CLAUSE_END = /[,:]|\b(?:and|but|so|then|because|while)\b/gi;
const FINE_NOW =
  /\b(?:fine|ok|okay|well|better|good|gone|home|healthy|happy|recovered) now\b|\bnow,? (?:(?:i|he|she|it|they|we|is|am|are|i'm|he's|she's|it's|all|doing|feeling|very|much|quite|a) ){0,4}(?:fine|ok|okay|well|better|good|see a|in remission|healthy|happy|normal|recovered|great)\b/i;

/** `ofOld`: it tells of long ago. `onlyKnown`: but only of what somebody has had since. `goesOn`: after a sentence that does. */
export type Age = { ofOld: boolean; onlyKnown: boolean; goesOn: boolean };

export function speaksOfNow(sentence: string): boolean {
  return NOW.test(sentence);
}

export function ageOf(sentence: string, previous: Age | undefined): Age {
  const now = NOW.test(sentence);
  const ofOld = LONG_AGO.test(sentence.replace(BORN_AGO, ' ')) && (!now || FINE_NOW.test(sentence));
  const onlyKnown = ofOld && !LONG_AGO.test(sentence.replace(KNOWN_BEFORE, ' '));
  const told = previous !== undefined && ((previous.ofOld && !previous.onlyKnown) || previous.goesOn);
  return { ofOld, onlyKnown, goesOn: told && !now && !RECENT.test(sentence) };
}

/** `text`: the whole message; `told`: the sentence of it that begins at `begin`. */
export function isOld(text: string, told: string, begin: number, span: Span, age: Age): boolean {
  const { ofOld, onlyKnown, goesOn } = age;
  const clause = clauseAround(told, span.start - begin, span);
  if (LONG_AGO.test(clause.replace(BORN_AGO, ' ')) && (ofOld || !(NOW.test(clause) || RECURS.test(told)))) return true;
  if (ofOld && !onlyKnown && (TENSE_PAST.test(clause) || !TENSE_NOW.test(clause))) return true;
  if (goesOn && TENSE_PAST.test(clause) && !TENSE_NOW.test(clause)) return true;
  if (BORN_AGO.test(told) || EARLIER_THING.test(told) || THAN_BEFORE.test(text.slice(span.end, span.end + 30)))
    return false;
  return contextAt(text, span.start, span.end).time === 'past';
}

/** "I had a baby 3 weeks ago and I want to die": the clause about today. */
function clauseAround(sentence: string, at: number, { start, end }: Span): string {
  let begin = 0;
  for (const match of matchesOf(CLAUSE_END, sentence.slice(0, at))) begin = match.index + match[0].length;
  const to = at + end - start;
  const stop = sentence.slice(to).search(CLAUSE_END);
  return sentence.slice(begin, stop < 0 ? sentence.length : to + stop);
}
