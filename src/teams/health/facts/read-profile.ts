/**
 * Age, sex and date of birth, as people give them of themselves. They introduce themselves in parts that come in any order: "I'm a
 * 54-year-old woman", "60 yo male here", "a man of 61", "Female, 28", "born on 4 May 1961". Only of the one who speaks.
 */
import {
  clauseOf,
  findTerms,
  findTimes,
  isLookup,
  isRole,
  type Moment,
  matchesOf,
  sentenceAt,
  understand,
} from '../../../clinical/index.ts';
import type { MentionInput, ProfileName } from '../../../record/index.ts';

/** Where an introduction may begin besides the message: at "I am", or at an age with its unit. */
const OPENING =
  /(?:\bi(?:['’]?m| am)|(?<=^|[.!?\n]\s{0,2})am)\s{1,3}(?:an?\s{1,3})?|(?<![\w.,/])(?=\d{1,3}\s?-?\s?(?:years?|yrs?|y)[\s-]?(?:old|\/?o)\b)/gi;
/** One part of it. An adjective stands before the sex ("a 40 year old healthy man"), an age beside its letter ("47M", "F 28"). */
const AGE = String.raw`(?<age>\d{1,3})(?<unit>\s?-?\s?(?:(?:years?|yrs?|y)[\s-]?(?:old|\/?o|of\s{1,3}age)\b|(?:years|yrs)(?=\s{0,3}(?:$|[.,;!?)]|(?:and|but|with)\b))))?(?![\d:/%]|\.\d)`;
const letter = (one: string) => String.raw`${one}(?:(?<=\d[\s,]?${one})|(?=[\s,]{0,2}\d))`;
const FEMALE = `(?<female>woman|female|lady|girl|${letter('f')})`;
const MALE = `(?<male>man|male|guy|gentleman|boy|${letter('m')})`;
const SEX_WORD = String.raw`(?:[a-z]{1,20}\s{1,3})?(?<![a-z])(?:${FEMALE}|${MALE})\b(?!['’])`;
const PART = new RegExp(String.raw`[\s,-]{0,3}(?:\b(?:of|aged?)\s{1,3})?(?:${AGE}|${SEX_WORD})`, 'iy');
/** After a number without a unit: nothing that it could be a number of ("I am 41 weeks pregnant", "I am 180 cm"). */
const ENDS_AGE = /^\s*(?:$|[.,;!?)]|(?:and|but|with|now)\b)/i;
/** Where a number may be a weight: "I was 85 kg, I'm 80 now". */
const OF_WEIGHT = /\b(?:kgs?|kilos?|lbs?|pounds|stone|weigh\w*|scales?|bmi)\b/i;
/** "Retired teacher, 71, gout": who somebody is, then the age. */
const ROLE_FIRST = /^(?<words>[a-z][a-z -]{2,40}),\s{1,2}(?=\d{2}\b)/i;
/** "Type 2, 55 yrs": an age as an item of its own. So long nothing lasts that is told of without a word for it. */
const ITEM_AGE = /(?<=[,;]\s{0,2})(?<age>[4-9]\d)\s?(?:years|yrs|yo|y\/o)(?:\s+old)?(?=\s{0,2}(?:$|[.,;\n]))/gi;
const LASTING = /\b(?:smok\w*|drink\w*|drank|married|work\w*|for|since|together|of|after|within|over)\b[^.;]{0,20}$/i;
const BORN = /\bi(?:['’]m|\s+am|\s+was)\s+(?:(?!my\b)[a-z]{1,20}\s+){0,3}born\s+(?:on\s+|in\s+)?/i;
/** "A good bedtime for a 6 year old": somebody of that age; "as a 60 year old" is the writer. */
const OF_SOMEBODY = /(?<!\b(?:as|being)\s{1,3})\b(?:an?|the|any|every|each|our|your|his|her|their)\s{1,3}$/i;
const OLDEST = 120;

type Introduction = { start: number; end: number; age?: number; hasUnit?: boolean; sex?: 'female' | 'male' };

/** An age gives a year of birth, which stays true. */
export function profileMentions(text: string, at: Moment): MentionInput[] {
  const told = introductionIn(text);
  const born = bornOn(text, at);
  const mention = (name: ProfileName, value: string, { start, end }: { start: number; end: number }): MentionInput => ({
    kind: 'profile',
    name,
    value,
    quote: text.slice(start, end),
    start,
    confidence: 0.8,
  });
  const year = told?.age === undefined ? null : String(at.now.getUTCFullYear() - told.age);
  return [
    ...(born ? [mention('Birth date', born.date, born)] : told && year ? [mention('Birth date', year, told)] : []),
    ...(told?.sex ? [mention('Sex', told.sex, told)] : []),
  ];
}

/** The first that the speaker gives; what a later one adds is theirs too: "I am a woman. I am 41". */
function introductionIn(text: string): Introduction | null {
  const openings = matchesOf(OPENING, text).map(({ 0: words, index }) => introductionAt(text, index, words.length));
  const own = [opensMessage(text), ...openings, ...itemAges(text)]
    .filter((one) => one !== null)
    // "Cetirizine dosage 6 year old" is nobody's age.
    .filter(({ start }) => !isLookup(sentenceTextAt(text, start)))
    .filter((one) => isOfSelf(text, one));
  const [first] = own;
  if (!first) return null;
  const age = own.find((one) => one.age !== undefined)?.age;
  const sex = own.find((one) => one.sex !== undefined)?.sex;
  return { ...first, ...(age !== undefined && { age }), ...(sex && { sex }) };
}

/** "Woman, 52." names its writer, as "woman, 52, collapsed" does not. */
function isOfSelf(text: string, { start, end, age, sex }: Introduction): boolean {
  if (start === 0 && age !== undefined && sex && /^\s*(?:$|[.\n])/.test(text.slice(end))) return true;
  return clauseOf(understand(text), Math.max(start, end - 1))?.subject === 'self';
}

function itemAges(text: string): Introduction[] {
  return matchesOf(ITEM_AGE, text)
    .filter(({ index }) => !LASTING.test(text.slice(sentenceAt(text, index).start, index)))
    .map(({ index, 0: words, groups }) => ({ start: index, end: index + words.length, age: Number(groups?.age) }));
}

function sentenceTextAt(text: string, at: number): string {
  const { start, end } = sentenceAt(text, at);
  return text.slice(start, end);
}

function introductionAt(text: string, start: number, opening: number): Introduction | null {
  const from = start + opening;
  if (opening === 0 && OF_SOMEBODY.test(text.slice(Math.max(0, start - 12), start))) return null;
  const found: Introduction = { start, end: from };
  let endsInAge = false;
  PART.lastIndex = from;
  for (let part = PART.exec(text)?.groups; part; part = PART.exec(text)?.groups) {
    endsInAge = part.age !== undefined;
    if (endsInAge ? found.age !== undefined : found.sex !== undefined) break;
    if (endsInAge) [found.age, found.hasUnit] = [Number(part.age), part.unit !== undefined];
    else found.sex = part.female ? 'female' : 'male';
    found.end = PART.lastIndex;
  }
  if (found.end === from || (found.age ?? 0) > OLDEST) return null;
  if (/^\s*now\b/i.test(text.slice(found.end)) && OF_WEIGHT.test(text)) return null;
  return endsInAge && !found.hasUnit && !ENDS_AGE.test(text.slice(found.end)) ? null : found;
}

/** A message that opens with its writer has an age, with the sex, or before what is wrong. */
function opensMessage(text: string): Introduction | null {
  const role = ROLE_FIRST.exec(text)?.groups?.words ?? '';
  const named = isRole(role.split(/[\s-]/).at(-1)?.toLowerCase() ?? '')
    ? introductionAt(text, 0, role.length + 1)
    : null;
  const found = named ?? introductionAt(text, 0, 0);
  if (found?.age === undefined) return null;
  // "Smoker, 45 years" tells how long.
  return found.sex || (found.hasUnit && !named) || isBeforeFinding(text, found.end) ? found : null;
}

/** "49, periods all over the place": an age comes first, before what is wrong. A number before "fever" or "pulse" is a value. */
function isBeforeFinding(text: string, end: number): boolean {
  const next = /^\s*,\s*([^,.;!?\d]{3,80})/u.exec(text.slice(end))?.[1] ?? '';
  const kinds = findTerms(next).map(({ term }) => (term.name === 'Fever' ? 'observation' : term.kind));
  const isFinding = kinds.includes('symptom') || kinds.includes('condition');
  return isFinding && !kinds.includes('observation') && clauseOf(understand(text), end + 2)?.subject === 'self';
}

/** "I was born in 1961", "I am a woman born on 4 May 1961". */
function bornOn(text: string, at: Moment): { date: string; start: number; end: number } | null {
  const born = BORN.exec(text);
  if (!born) return null;
  const from = born.index + born[0].length;
  const day = findTimes(text, at).find(({ start, end }) => start <= from && end > from);
  const year = /^(?:19|20)\d\d\b/u.exec(text.slice(from))?.[0];
  const date = year ?? day?.told.slice(0, 'YYYY-MM-DD'.length);
  return date ? { date, start: born.index, end: Math.max(day?.end ?? 0, from + (year?.length ?? 0)) } : null;
}
