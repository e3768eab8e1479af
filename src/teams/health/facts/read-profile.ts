/** The age and the sex that people give of themselves: "I'm a 54-year-old woman", "60 yo male here", "I am 41". */
import { clauseOf, findTerms, type Moment, matchesOf, understand } from '../../../clinical/index.ts';
import type { MentionInput, ProfileName } from '../../../record/index.ts';

const AGE =
  /\bi(?:['’]m| am)\s+(?:an?\s+)?(?<said>\d{1,3})(?=\s*(?:$|[.,;!?)]|(?:and|but|with|male|female|years?\s+old|years?\s+of\s+age)\b))|\b(?<old>\d{1,3})\s?-?\s?(?:years?|yrs?|y)[\s-]?(?:old|\/?o)\b|(?:^|\bi(?:['’]?m| am)\s+)(?<brief>\d{1,2})\s?(?=[mf]\b)/giu;
/** "49, periods all over the place": an age comes first, before what is wrong. */
const FIRST = /^\s*(?<first>\d{2})(?:\s*[mf])?\s*,\s*(?=(?<next>[^,.;!?\d]{3,80}))/iu;
const SEXES: readonly (readonly [RegExp, string])[] = [
  [/^[\s,-]*(?:years?\s+old\s+)?(?:\w+\s+)?(?:woman|female|lady|girl|f)\b/iu, 'female'],
  [/^[\s,-]*(?:years?\s+old\s+)?(?:\w+\s+)?(?:man|male|guy|gentleman|boy|m)\b/iu, 'male'],
];
const SELF = /\bi(?:['’]m| am)\s+an?\s+(?:\w+\s+)?(?<sex>woman|female|man|male)\b/iu;
const OLDEST = 120;

/** Only of the one who speaks. An age gives a year of birth, which stays true. */
export function profileMentions(text: string, { now }: Moment): MentionInput[] {
  const [told] = matchesOf(AGE, text).filter(({ index }) => clauseOf(understand(text), index)?.subject === 'self');
  const match = told ?? ageFirst(text);
  const age = Number(match?.groups?.said ?? match?.groups?.old ?? match?.groups?.brief ?? match?.groups?.first);
  const self = SELF.exec(text);
  const after = match ? text.slice(match.index + match[0].length) : '';
  const sex = SEXES.find(([word]) => word.test(match ? after : (self?.groups?.sex ?? '')))?.[1];
  const sexed = match ?? self;
  return [
    ...(match && age <= OLDEST
      ? [profile('Birth date', String(now.getUTCFullYear() - age), match[0], match.index)]
      : []),
    ...(sex && sexed ? [profile('Sex', sex, sexed[0], sexed.index)] : []),
  ];
}

/** Before a finding of the writer's; a number before "fever" or "pulse" is a value. */
function ageFirst(text: string): RegExpExecArray | null {
  const match = FIRST.exec(text);
  const next = match?.groups?.next ?? '';
  const kinds = findTerms(next).map(({ term }) => (term.name === 'Fever' ? 'observation' : term.kind));
  const isFinding = kinds.includes('symptom') || kinds.includes('condition');
  if (!match || !isFinding || kinds.includes('observation')) return null;
  return clauseOf(understand(text), match[0].length)?.subject === 'self' ? match : null;
}

function profile(name: ProfileName, value: string, quote: string, start: number): MentionInput {
  return { kind: 'profile', name, value, quote, start, confidence: 0.8 };
}
