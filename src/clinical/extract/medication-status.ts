/**
 * Whether a medicine that a text names is one that somebody takes, took, stopped or will take. In what people write of themselves a
 * name alone says nothing ("What does lisinopril do?"), so a sign of taking is needed. In a report about a patient, which speaks in
 * the third person and in the past, a name is a treatment unless something says otherwise.
 */

import { frequencyIn } from '../medicines/dosage.ts';
import { matchesOf } from '../text/matches.ts';
import type { Stretch } from '../text/sentences.ts';

export type Status = 'active' | 'stopped' | 'planned' | 'past';

export type Named = {
  /** The words before and after the name, within its sentence. */
  before: string;
  after: string;
  dosed: boolean;
  /** "My iron is low" speaks of a test; the name alone is not a medicine there. */
  alsoTest: boolean;
  /** In an instruction to record something, a bare name is meant as a medicine. */
  asked: boolean;
  /** The message is a report about a patient. */
  report: boolean;
};

const SIGNALS: readonly (readonly [RegExp, Status])[] = [
  [
    /\b(?:(?:stopped|stopping|quit|quitting|discontinued|discontinuing|ceased|finished|completed)(?:\s{1,3}(?:taking|using|the|my|a|her|his|course\s{1,3}of))*|(?:came|went|got|gotten|coming|been|weaned|tapered)\s{1,3}off(?:\s{1,3}of)?(?=\s{1,3}(?:[\w'’-]+\s{1,3}){0,3}$)|had\s{1,3}been\s{1,3}(?:on|taking)|gave\s{1,3}up|taken\s{1,3}off|took\s{1,3}(?:me|him|her)\s{1,3}off|no\s{1,3}longer\s{1,3}(?:take|takes|taking|on|using|use|need)|used\s{1,3}to\s{1,3}(?:take|be\s{1,3}on|use)|was\s{1,3}(?:taking|on)|(?:switched|changed)\s{1,3}(?:me\s{1,3})?from|(?:don['’]t|do\s{1,3}not|not|doesn['’]t)\s{1,3}(?:take|taking|use)\s{1,3}(?:any\s{0,3}more)|(?:withdrawal|discontinuation|cessation)\s{1,3}of)\b/giu,
    'stopped',
  ],
  [
    /\b(?:will\s{1,3}(?:start|begin|be\s{1,3}taking|be\s{1,3}on|take|be\s{1,3}starting)|going\s{1,3}to\s{1,3}(?:start|take|begin|be\s{1,3}on)|about\s{1,3}to\s{1,3}start|starting\s{1,3}(?:tomorrow|next)|supposed\s{1,3}to\s{1,3}(?:start|take|begin)|plan(?:s|ned|ning)?\s{1,3}to\s{1,3}(?:start|take|begin)|i['’]ll\s{1,3}(?:start|take|begin|be\s{1,3}on)|start(?:ing)?\s{1,3}next|wants?\s{1,3}(?:me\s{1,3})?to\s{1,3}(?:start|go\s{1,3}on|try)|haven['’]t\s{1,3}started)\b/giu,
    'planned',
  ],
  [
    /\b(?:take|tak|takes|taking|(?:am|is|are|i['’]m|he['’]s|she['’]s|been|be|remained|remains|currently|now|still|also|kept|stay(?:ed)?|started|put|placed|maintained|commenced|discharged|discharged\s{1,3}home|back)\s{1,3}(?:(?:currently|now|still|also|already|only)\s{1,3})?on|i['’]m\s{1,3}using|been\s{1,3}taking|have\s{1,3}been\s{1,3}using|use|uses|using|started|restarted|resumed|began|begun|commenced|initiated|prescribed|prescribes|prescription\s{1,3}(?:for|of)|(?:put|placed|started|switched|kept)\s{1,3}(?:me|him|her)\s{1,3}(?:back\s{1,3})?(?:on|to)|inject|injecting|inject\s{1,3}myself\s{1,3}with|inhale|switched\s{1,3}(?:me\s{1,3})?(?:(?:from\s{1,3})?[\w-]+\s{1,3}){0,3}to|changed\s{1,3}(?:me\s{1,3})?to|starting|wean(?:ing)?\s{1,3}off|taper(?:ing)?(?:\s{1,3}off)?|(?:increased|changed|raised|lowered|reduced|doubled|tripled|halved|upped|cut|bumped\s{1,3}up|dropped|adjusted|tapered)\s{1,3}(?:my|the|his|her)|medications?\s{0,3}(?:are|is|include|includes|included)?\s{0,3}:?|meds\s{0,3}(?:are|include)?\s{0,3}:?|dose\s{1,3}of|doses\s{1,3}of|treated\s{1,3}(?:with|by)|managed\s{1,3}with|controlled\s{1,3}with|gave\s{1,3}me|refill(?:ed)?|adding|added|need\s{1,3}my|forgot\s{1,3}(?:to\s{1,3}take\s{1,3})?my|missed\s{1,3}(?:a\s{1,3}dose\s{1,3}of\s{1,3})?my|ran\s{1,3}out\s{1,3}of|courses?\s{1,3}of|treatment\s{1,3}with|therapy\s{1,3}with|rx\s{0,3}:?|maintained\s{1,3}with)\b|\bget(?:s|ting)?\s{1,3}(?:my\s{1,3}|an?\s{1,3}|the\s{1,3})?(?:\w+\s{1,3})?$/giu,
    'active',
  ],
  [
    /\b(?:took|taken|had(?!\s{1,3}to\b)|swallowed|tried|given|received|receiving|administered|administration\s{1,3}of|popped|underwent|got\s{1,3}(?:a|an|the|my))\b/giu,
    'past',
  ],
];
const BE = '(?:was|were|is|are|has\\s{1,3}been|have\\s{1,3}been|had\\s{1,3}been|being|be)';
const NOT_FAR = '(?:(?!\\b(?:but|because|which|who|while|although)\\b)[^.;?!]){0,70}?';
const STOPPED_AFTER = new RegExp(
  `^[^.;,]{0,20}\\b(?:but\\s{1,3}(?:i\\s{1,3})?(?:stopped|quit)|anymore|any\\s{1,3}more|until\\s{1,3}\\w+)\\b|^${NOT_FAR}\\b${BE}\\s{1,3}(?:\\w+ly\\s{1,3}|then\\s{1,3}|subsequently\\s{1,3})?(?:stopped|discontinued|withdrawn|withheld|ceased|tapered|weaned|suspended|held|taken\\s{1,3}away)\\b`,
  'iu',
);
const GIVEN_AFTER = new RegExp(
  `^${NOT_FAR}\\b${BE}\\s{1,3}(?:\\w+ly\\s{1,3}|then\\s{1,3}|also\\s{1,3}|subsequently\\s{1,3})?(?:started|initiated|begun|commenced|added|prescribed|continued|resumed|restarted|increased|doubled|raised|reduced|lowered|changed|introduced|instituted|maintained|adjusted)\\b`,
  'iu',
);
const EFFECT_AFTER =
  /^\s{1,3}(?:makes|gives|helps|causes\s{1,3}me|is\s{1,3}(?:making|giving|helping|working)|doesn['’]t\s{1,3}(?:help|work)|isn['’]t\s{1,3}(?:working|helping)|works|knocks|keeps\s{1,3}me|dose\s{1,3}(?:was|is|has)|(?:(?:has|had|have|really|did|also|definitely|seems|seemed)\s{1,3}(?:to\s{1,3})?){0,3}(?:made|gave|helped|worked|saved|caused|changed|stopped\s{1,3}working|wonders))\b/iu;
/** "A year on Abilify", where someone speaks of themselves. */
const ON = /\b(?:i|i['’]m|i['’]ve|my|me)\b.*\bon\s{1,3}(?:(?:the|regular|generic|brand)\s{1,3})?$/isu;
const TOPIC_ON =
  /\b(?:information|info|article|research|read|question|questions|study|studies|advice|facts|lecture|details)\s{1,3}on\s{1,3}(?:\w+\s{1,3})?$/iu;
const MY =
  /\bmy\s{1,3}(?:(?:daily|usual|regular|morning|evening|nightly|new|current|old|last|first|own|generic|weekly|dose\s{1,3}of|prescription\s{1,3}for|prescribed)\s{1,3})*$/iu;
const ALLERGY =
  /\b(?:allerg\w*|intoleran\w*|react\w*\s{1,3}(?:badly\s{1,3})?to|anaphyla\w*|susceptib\w*|sensitiv\w*\s{1,3}to)\b/iu;
/** A hormone, a resistance or a level, and no treatment. */
const NO_TREATMENT_AFTER =
  /^(?:[\s-]*(?:allerg|level|dependent|resistan|deficien|receptor|antagonist|antibod|concentration|assay|tolerance|sensitiv|susceptib|producing|secret|like\b|negative|positive|overdose|poisoning|abuse|addiction|withdrawal|toxicity|heavy\s|light\s|gene\b|stocks?\b|industry|company|farm)|-(?:free|naive|naïve)\b)/iu;
/** "Growth hormone (GH), 0.5 ng/mL" was measured, not given. */
const MEASURED_AFTER =
  /^\s{0,2}(?:\([^()]{1,12}\))?[\s,:]{0,3}[<>≤≥]?\s?\d{1,6}(?:[.,]\d{1,3})?\s?(?:[a-zµμ]{1,3}|m?IU|U|units|mEq)\s?\/\s?(?:d?L|m?L|24)\b|^\s{0,2}(?:\([^()]{1,12}\)\s{0,2})?(?:was|were|is|are|came\s{1,3}back)\s{1,3}(?:\w+ly\s)?(?:normal|low|high|elevated|within|undetectable)\b/iu;
const NO_TREATMENT_BEFORE = /\b(?:endogenous|serum|plasma|urinary|circulating)\s{1,3}$/iu;

/** "I took warfarin for years, switched to apixaban" */
const SWITCHED_AFTER = /^[^.;]{0,40}\b(?:switched|changed|moved)\s{1,3}(?:(?:me|over)\s{1,3})?to\b/iu;

/** Null where nobody is said to take it. */
export function statusOf({ before, after, dosed, alsoTest, asked, report }: Named): Status | null {
  if (ALLERGY.test(before) || NO_TREATMENT_AFTER.test(after) || NO_TREATMENT_BEFORE.test(before)) return null;
  if (MEASURED_AFTER.test(after)) return null;
  if (STOPPED_AFTER.test(after)) return 'stopped';
  const nearest = SIGNALS.map(([pattern, status]) => ({ status, index: lastEndOf(pattern, before) }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => b.index - a.index)[0];
  if (nearest?.status === 'past' && SWITCHED_AFTER.test(after)) return 'stopped';
  const own = MY.test(before);
  if (nearest?.status === 'past') return !report && (own || frequencyIn(after)) ? 'active' : 'past';
  if (nearest) return nearest.status;
  if (GIVEN_AFTER.test(after) && !alsoTest) return 'active';
  if (dosed || asked) return 'active';
  if (!alsoTest && (own || EFFECT_AFTER.test(after) || (ON.test(before) && !TOPIC_ON.test(before)))) return 'active';
  return report && !alsoTest ? 'past' : null;
}

const FIRST_PERSON =
  /\b(?:i['’](?:m|ve|d|ll)|im|ive|my|me|mine|myself|you|your|yours|our)\b|(?<!\b(?:type|stage|grade|class|phase|factor|troponin|group|level|part|angiotensin|collagen|bipolar)\s)(?<=^|[\s"'(,;])i\s{1,3}(?!(?:and|or|to|vs)\b)[a-z]/iu;
const REPORT =
  /\b(?:patient|patients|he|she|his|her|was|were|had|received|underwent|treated|administered|initiated|discharged|admitted|history|boy|girl|man|woman|male|female|year-old|year\s{1,3}old)\b/iu;
const PAST = /\b(?!need|speed|indeed|feed|based|limited)\p{L}{3,}ed\b/u;
const GENERAL =
  /\b(?:is|are)\s{1,3}(?:an?|used|indicated|the\s{1,3}(?:name|drug)|often|commonly|usually|generally|recommended|available)\b|\b(?:can|may|might|should|could|would|must|works\s{1,3}by)\b/iu;

/** Said of a patient by someone else, as in a letter or a case report: third person, no question. */
export function isReport(text: string): boolean {
  return !FIRST_PERSON.test(text) && !text.includes('?') && (REPORT.test(text) || PAST.test(text));
}

/** A sentence of a report that tells of a treatment, not of what a medicine is or can do. */
export function tellsOfTreatment(sentence: string): boolean {
  return REPORT.test(sentence) || !GENERAL.test(sentence);
}

/** The words of a sentence around a name. */
export function wordsAround(
  text: string,
  { start, end }: Stretch,
  sentence: Stretch,
): { before: string; after: string } {
  return { before: text.slice(sentence.start, start), after: text.slice(end, sentence.end) };
}

/** Compared by their ends, so that "used to take" is not outdone by the "take" in it. */
function lastEndOf(pattern: RegExp, text: string): number {
  let last = -1;
  for (const match of matchesOf(pattern, text)) last = match.index + match[0].trimEnd().length;
  return last;
}
