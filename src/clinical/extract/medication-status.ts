/**
 * Whether a medicine that a text names is one that somebody takes, took, stopped or will take. In what people write of themselves a
 * name alone says nothing ("What does lisinopril do?"), so a sign of taking is needed. In a report about a patient, which speaks in
 * the third person and in the past, a name is a treatment unless something says otherwise.
 */

import { frequencyIn } from '../medicines/dosage.ts';
import { tellsOfSomebody } from '../tagger/register.ts';
import { matchesOf } from '../text/matches.ts';
import type { Stretch } from '../text/sentences.ts';
import { singleSpaced } from '../text/single-spaced.ts';

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
    /\b(?:(?:stopped|stopping|quit|quitting|discontinued|discontinuing|ceased|finished|completed)(?: (?:taking|using|the|my|a|her|his|course of))*|(?:came|went|got|gotten|coming|been|weaned|tapered|i['’]m|am) off(?: of)?(?= (?:[\w'’-]+ ){0,3}$)|had been (?:on|taking)|gave up|taken off|took (?:me|him|her) off|no longer (?:take|takes|taking|on|using|use|need)|used to (?:take|be on|use)|(?<!\b(?:said|told you|thought|mentioned|wrote)(?: that)? i )was (?:taking|on)|(?:switched|changed) (?:me )?from|(?:don['’]t|do not|not|doesn['’]t) (?:take|taking|use) (?:any ?more)|(?:withdrawal|discontinuation|cessation) of)\b|(?:^ ?|[.,;:] ?|\b(?:plan|and|then) )(?:stop|hold|discontinue|d\/c|cease) $/giu,
    'stopped',
  ],
  [
    /\b(?:will (?:start|begin|be taking|be on|take|be starting)|going to (?:start|take|begin|be on)|about to start|starting (?:tomorrow|next)|supposed to (?:start|take|begin)|plan(?:s|ned|ning)? to (?:start|take|begin)|i['’]ll (?:start|take|begin|be on)|start(?:ing)? next|wants? (?:me )?to (?:start|go on|try)|haven['’]t started)\b/giu,
    'planned',
  ],
  [
    /\b(?:take|tak|takes|taking|(?:am|is|are|i['’]m|he['’]s|she['’]s|been|be|remained|remains|currently|now|still|also|kept|stay(?:ed)?|started|put|placed|maintained|commenced|discharged|discharged home|back) (?:(?:currently|now|still|also|already|only) )?on|i['’]m using|been taking|have been using|use|uses|using|started|restarted|resumed|began|begun|commenced|initiated|prescribed|prescribes|prescription (?:for|of)|(?:put|placed|started|switched|kept) (?:me|him|her) (?:back )?(?:on|to)|inject|injecting|inject myself with|inhale|switched (?:me )?(?:(?:from )?[\w-]+ ){0,3}to|changed (?:me )?to|starting|wean(?:ing)? off|taper(?:ing)?(?: off)?|(?:increased|changed|raised|lowered|reduced|doubled|tripled|halved|upped|cut|bumped up|dropped|adjusted|tapered) (?:my|the|his|her)|medications? ?(?:are|is|include|includes|included)? ?:?|meds ?(?:are|include)? ?:?|pill ?(?:organi[sz]er|box) ?:|dose of|doses of|treated (?:with|by)|managed with|controlled with|gave me|refill(?:ed)?|adding|added|need my|forgot (?:to take )?my|missed (?:a dose of )?my|ran out of|courses? of|treatment with|therapy with|rx ?:?|maintained with)\b|^ ?on (?!(?:mon|tue|wed|thu|fri|sat|sun|the|this|that|my|exam|admission|arrival|review|discharge|\d))(?=\w|$)|\bget(?:s|ting)? (?:my |an? |the )?(?:\w+ )?$/giu,
    'active',
  ],
  [
    /\b(?:took|taken|had(?! to\b)|swallowed|tried|given|received|receiving|administered|administration of|popped|underwent|treated (?:\w+ ){1,3}(?:with|by)|got (?:a|an|the|my))\b/giu,
    'past',
  ],
];
const BE = '(?:was|were|is|are|has been|have been|had been|being|be)';
const NOT_FAR = '(?:(?!\\b(?:but|because|which|who|while|although)\\b)[^.;?!]){0,70}?';
const STOPPED_AFTER = new RegExp(
  `^ (?:now |has )?(?:stopped|discontinued|ceased|withdrawn)(?=[,.;)]|$)|^[^.;,]{0,20}\\b(?:but (?:i )?(?:stopped|quit)|anymore|any more|until \\w+)\\b|^${NOT_FAR}\\b${BE} (?:\\w+ly |then |subsequently )?(?:stopped|discontinued|withdrawn|withheld|ceased|tapered|weaned|suspended|held|taken away)\\b`,
  'iu',
);
const GIVEN_AFTER = new RegExp(
  `^${NOT_FAR}\\b${BE} (?:\\w+ly |then |also |subsequently )?(?:started|initiated|begun|commenced|added|prescribed|continued|resumed|restarted|increased|doubled|raised|reduced|lowered|changed|introduced|instituted|maintained|adjusted)\\b`,
  'iu',
);
/** "Levothyroxine went up from 75 to 100" */
const MOVED_AFTER =
  /^ (?:dose )?(?:(?:went|goes|has gone|is going|got|has been|was) )(?:put |bumped |moved |increased |raised |reduced )?(?:up|down|from)\b/iu;
const EFFECT_AFTER =
  /^ (?:that )?i(?:['’]m| am)? (?:take|on|taking)\b|^ (?:makes|gives|helps|causes me|is (?:making|giving|helping|working)|doesn['’]t (?:help|work)|isn['’]t (?:working|helping)|works|knocks|keeps me|dose (?:was|is|has)|(?:(?:has|had|have|really|did|also|definitely|seems|seemed) (?:to )?){0,3}(?:made|gave|helped|worked|saved|caused|changed|stopped working|wonders))\b/iu;
/** "A year on Abilify", where someone speaks of themselves. */
const ON = /\b(?:i|i['’]m|i['’]ve|my|me)\b.*\bon (?:(?:the|regular|generic|brand) )?$/isu;
const TOPIC_ON =
  /\b(?:information|info|article|research|read|question|questions|study|studies|advice|facts|lecture|details) on (?:\w+ )?$/iu;
const MY =
  /\bmy (?:(?:daily|usual|regular|morning|evening|nightly|new|current|old|last|first|own|generic|weekly|dose of|prescription for|prescribed) )*$/iu;
const ALLERGY = /\b(?:allerg\w*|intoleran\w*|react\w* (?:badly )?to|anaphyla\w*|susceptib\w*|sensitiv\w* to)\b/iu;
/** A hormone, a resistance or a level, and no treatment. */
const NO_TREATMENT_AFTER =
  /^(?:[\s-]*(?:allerg|level|dependent|resistan|deficien|receptor|antagonist|antibod|concentration|assay|tolerance|sensitiv|susceptib|producing|secret|like\b|negative|positive|overdose|poisoning|abuse|addiction|withdrawal|toxicity|heavy\s|light\s|gene\b|stocks?\b|industry|company|farm)|-(?:free|naive|naïve)\b)/iu;
/** "Growth hormone (GH), 0.5 ng/mL" was measured, not given. */
const MEASURED_AFTER =
  /^ ?(?:\([^()]{1,12}\))?[\s,:]{0,3}[<>≤≥]?\s?\d{1,6}(?:[.,]\d{1,3})?\s?(?:[a-zµμ]{1,3}|m?IU|U|units|mEq)\s?\/\s?(?:d?L|m?L|24)\b|^ ?(?:\([^()]{1,12}\) ?)?(?:was|were|is|are|came back) (?:\w+ly\s)?(?:normal|low|high|elevated|within|undetectable)\b/iu;
const NO_TREATMENT_BEFORE = /\b(?:endogenous|serum|plasma|urinary|circulating) $/iu;

/** "I took warfarin for years, switched to apixaban" */
const SWITCHED_AFTER = /^[^.;]{0,40}\b(?:switched|changed|moved) (?:(?:me|over) )?to\b/iu;

/** Null where nobody is said to take it. */
export function statusOf(named: Named): Status | null {
  const { dosed, alsoTest, asked, report } = named;
  const [before, after] = [singleSpaced(named.before), singleSpaced(named.after)];
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
  if (
    !alsoTest &&
    (own || EFFECT_AFTER.test(after) || MOVED_AFTER.test(after) || (ON.test(before) && !TOPIC_ON.test(before)))
  )
    return 'active';
  return report && !alsoTest ? 'past' : null;
}

const GENERAL =
  /\b(?:is|are) (?:an?|used|indicated|the (?:name|drug)|often|commonly|usually|generally|recommended|available)\b|\b(?:can|may|might|should|could|would|must|works by)\b/iu;

/** A sentence of a report that tells of a treatment, not of what a medicine is or can do. */
export function tellsOfTreatment(sentence: string): boolean {
  const words = singleSpaced(sentence);
  return tellsOfSomebody(words) || !GENERAL.test(words);
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
