/**
 * Whether a medicine that a text names is one that somebody takes, took, stopped or will take. In what people write of themselves a
 * name alone says nothing ("What does lisinopril do?"), so a sign of taking is needed. In a report about a patient, which speaks in
 * the third person and in the past, a name is a treatment unless something says otherwise.
 */

import { frequencyIn } from '../medicines/dosage.ts';
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
    /\b(?:(?:stopped|stopping|quit|quitting|discontinued|discontinuing|ceased|finished|completed)(?:\s+(?:taking|using|the|my|a|her|his|course\s+of))*|(?:came|went|got|gotten|coming|been|weaned|tapered)\s+off(?:\s+of)?|gave\s+up|taken\s+off|took\s+(?:me|him|her)\s+off|no\s+longer\s+(?:take|takes|taking|on|using|use|need)|used\s+to\s+(?:take|be\s+on|use)|was\s+(?:taking|on)|(?:switched|changed)\s+(?:me\s+)?from|(?:don['’]t|do\s+not|not|doesn['’]t)\s+(?:take|taking|use)\s+(?:any\s*more)|(?:withdrawal|discontinuation|cessation)\s+of)\b/giu,
    'stopped',
  ],
  [
    /\b(?:will\s+(?:start|begin|be\s+taking|be\s+on|take|be\s+starting)|going\s+to\s+(?:start|take|begin|be\s+on)|about\s+to\s+start|starting\s+(?:tomorrow|next)|supposed\s+to\s+(?:start|take|begin)|plan(?:s|ned|ning)?\s+to\s+(?:start|take|begin)|i['’]ll\s+(?:start|take|begin|be\s+on)|start(?:ing)?\s+next|wants?\s+(?:me\s+)?to\s+(?:start|go\s+on|try)|haven['’]t\s+started)\b/giu,
    'planned',
  ],
  [
    /\b(?:take|takes|taking|(?:am|is|are|i['’]m|he['’]s|she['’]s|been|be|remained|remains|currently|now|still|also|kept|stay(?:ed)?|started|put|placed|maintained|commenced|discharged|discharged\s+home|back)\s+(?:(?:currently|now|still|also|already|only)\s+)?on|i['’]m\s+using|been\s+taking|have\s+been\s+using|use|uses|using|started|restarted|resumed|began|begun|commenced|initiated|prescribed|prescribes|prescription\s+(?:for|of)|put\s+(?:me|him|her)\s+(?:back\s+)?on|inject|injecting|inject\s+myself\s+with|inhale|switched\s+(?:me\s+)?(?:(?:from\s+)?[\w-]+\s+){0,3}to|changed\s+(?:me\s+)?to|starting|wean(?:ing)?\s+off|taper(?:ing)?(?:\s+off)?|(?:increased|changed|raised|lowered|reduced|doubled|tripled|halved|upped|cut|bumped\s+up|dropped|adjusted|tapered)\s+(?:my|the|his|her)|medications?\s*(?:are|is|include|includes|included)?\s*:?|meds\s*(?:are|include)?\s*:?|dose\s+of|doses\s+of|treated\s+(?:with|by)|managed\s+with|controlled\s+with|gave\s+me|refill(?:ed)?|adding|added|need\s+my|forgot\s+(?:to\s+take\s+)?my|missed\s+(?:a\s+dose\s+of\s+)?my|ran\s+out\s+of|courses?\s+of|treatment\s+with|therapy\s+with|rx\s*:?|maintained\s+with)\b|\bget(?:s|ting)?\s+(?:my\s+|an?\s+|the\s+)?(?:\w+\s+)?$/giu,
    'active',
  ],
  [
    /\b(?:took|had(?!\s+to\b)|swallowed|tried|given|received|receiving|administered|administration\s+of|popped|underwent|got\s+(?:a|an|the|my))\b/giu,
    'past',
  ],
];
const BE = '(?:was|were|is|are|has\\s+been|have\\s+been|had\\s+been|being|be)';
const NOT_FAR = '(?:(?!\\b(?:but|because|which|who|while|although)\\b)[^.;?!]){0,70}?';
const STOPPED_AFTER = new RegExp(
  `^[^.;,]{0,20}\\b(?:but\\s+(?:i\\s+)?(?:stopped|quit)|anymore|any\\s+more|until\\s+\\w+)\\b|^${NOT_FAR}\\b${BE}\\s+(?:\\w+ly\\s+|then\\s+|subsequently\\s+)?(?:stopped|discontinued|withdrawn|withheld|ceased|tapered|weaned|suspended|held|taken\\s+away)\\b`,
  'iu',
);
const GIVEN_AFTER = new RegExp(
  `^${NOT_FAR}\\b${BE}\\s+(?:\\w+ly\\s+|then\\s+|also\\s+|subsequently\\s+)?(?:started|initiated|begun|commenced|added|prescribed|continued|resumed|restarted|increased|doubled|raised|reduced|lowered|changed|introduced|instituted|maintained|adjusted)\\b`,
  'iu',
);
const EFFECT_AFTER =
  /^\s+(?:makes|made|gives|gave|helps|helped|causes\s+me|caused|is\s+making|is\s+giving|doesn['’]t\s+(?:help|work)|isn['’]t\s+(?:working|helping)|works|worked|knocks|keeps\s+me|dose\s+(?:was|is|has))\b/iu;
const MY =
  /\bmy\s+(?:(?:daily|usual|regular|morning|evening|nightly|new|current|old|last|first|own|generic|weekly|dose\s+of|prescription\s+for|prescribed)\s+)*$/iu;
const ALLERGY = /\b(?:allerg\w*|intoleran\w*|react\w*\s+(?:badly\s+)?to|anaphyla\w*|susceptib\w*|sensitiv\w*\s+to)\b/iu;
/** A hormone, a resistance or a level, and no treatment. */
const NO_TREATMENT_AFTER =
  /^(?:[\s-]*(?:allerg|level|dependent|resistan|deficien|receptor|antagonist|antibod|concentration|assay|tolerance|sensitiv|susceptib|producing|secret|like\b|negative|positive|overdose|poisoning|abuse|addiction|withdrawal|toxicity|stocks?\b|industry|company|farm)|-(?:free|naive|naïve)\b)/iu;
const NO_TREATMENT_BEFORE = /\b(?:endogenous|serum|plasma|urinary|circulating)\s+$/iu;

/** Null where nobody is said to take it. */
export function statusOf({ before, after, dosed, alsoTest, asked, report }: Named): Status | null {
  if (ALLERGY.test(before) || NO_TREATMENT_AFTER.test(after) || NO_TREATMENT_BEFORE.test(before)) return null;
  if (STOPPED_AFTER.test(after)) return 'stopped';
  const nearest = SIGNALS.map(([pattern, status]) => ({ status, index: lastEndOf(pattern, before) }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => b.index - a.index)[0];
  const own = MY.test(before);
  if (nearest?.status === 'past') return !report && (own || frequencyIn(after)) ? 'active' : 'past';
  if (nearest) return nearest.status;
  if (GIVEN_AFTER.test(after) && !alsoTest) return 'active';
  if (dosed || asked) return 'active';
  if (!alsoTest && (own || EFFECT_AFTER.test(after))) return 'active';
  return report && !alsoTest ? 'past' : null;
}

const FIRST_PERSON =
  /\b(?:i['’](?:m|ve|d|ll)|im|ive|my|me|mine|myself|you|your|yours|our)\b|(?<!\b(?:type|stage|grade|class|phase|factor|troponin|group|level|part|angiotensin|collagen|bipolar)\s)(?<=^|[\s"'(,;])i\s+(?!(?:and|or|to|vs)\b)[a-z]/iu;
const REPORT =
  /\b(?:patient|patients|he|she|his|her|was|were|had|received|underwent|treated|administered|initiated|discharged|admitted|history|boy|girl|man|woman|male|female|year-old|year\s+old)\b/iu;
const PAST = /\b(?!need|speed|indeed|feed|based|limited)\p{L}{3,}ed\b/u;
const GENERAL =
  /\b(?:is|are)\s+(?:an?|used|indicated|the\s+(?:name|drug)|often|commonly|usually|generally|recommended|available)\b|\b(?:can|may|might|should|could|would|must|works\s+by)\b/iu;

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
  for (const match of text.matchAll(pattern)) last = match.index + match[0].trimEnd().length;
  return last;
}
