/** Medicines that the patient takes, took or will take, with dose, form, route and frequency. */
import type { MentionInput } from '../../record/mention.ts';
import type { TimeMatch } from '../dates/dates.ts';
import { dosesIn, formIn, frequencyIn, type Placed, routeIn } from '../medicines/dosage.ts';
import { assertionAt } from '../text/context.ts';
import { type Stretch, sentenceAt } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { durationOf } from './finding-details.ts';

export type MedicationOptions = {
  /** In an instruction to record something, a bare name is meant as a medicine. */
  asked?: boolean;
};

type Status = 'active' | 'stopped' | 'planned' | 'past';

const SIGNALS: readonly [RegExp, Status][] = [
  [
    /\b(?:(?:stopped|quit|discontinued)(?:\s+(?:taking|using))?|came\s+off|went\s+off|gave\s+up|taken\s+off|took\s+me\s+off|weaned\s+off|no\s+longer\s+(?:take|taking|on|using|use)|used\s+to\s+(?:take|be\s+on|use)|was\s+(?:taking|on)|switched\s+from|(?:don['’]t|do\s+not|not)\s+(?:take|taking)\s+(?:any\s*more))\b/giu,
    'stopped',
  ],
  [
    /\b(?:will\s+(?:start|begin|be\s+taking|take)|going\s+to\s+(?:start|take|begin)|about\s+to\s+start|starting\s+(?:tomorrow|next)|supposed\s+to\s+(?:start|take)|plan(?:ning)?\s+to\s+(?:start|take)|i['’]ll\s+(?:start|take|begin)|start(?:ing)?\s+next)\b/giu,
    'planned',
  ],
  [
    /\b(?:take|takes|taking|am\s+on|i['’]m\s+on|i['’]m\s+using|been\s+on|been\s+taking|have\s+been\s+(?:on|taking|using)|use|using|started|restarted|began|begun|prescribed|prescription\s+for|put\s+(?:me\s+)?on|inject|injecting|inhale|currently\s+on|switched\s+(?:me\s+)?(?:(?:from\s+)?[\w-]+\s+){0,3}to|starting|(?:increased|changed|raised|lowered|reduced)\s+my|medications?\s*(?:are|is|include)?\s*:?|meds\s*:?|dose\s+of|also\s+on|treated\s+with|given|gave\s+me|refill(?:ed)?)\b/giu,
    'active',
  ],
  [/\b(?:took|had|swallowed|tried)\b/giu, 'past'],
];
const STOPPED_AFTER =
  /^[^.;,]{0,20}\b(?:was\s+(?:stopped|discontinued)|but\s+(?:i\s+)?stopped|anymore|any\s+more|until\s+\w+)\b/iu;
const EFFECT_AFTER =
  /^\s+(?:makes|made|gives|gave|helps|helped|causes\s+me|is\s+making|is\s+giving|doesn['’]t\s+(?:help|work)|isn['’]t\s+working|works)\b/iu;
const MY = /\bmy\s+(?:(?:daily|usual|regular|morning|evening|nightly|new|current|old|last|first|dose\s+of)\s+)*$/iu;
const ALLERGY = /\b(?:allerg\w*|intoleran\w*|react\w*\s+(?:badly\s+)?to|anaphyla\w*)\b/iu;
const STARTING = /\b(?:start(?:ing)?|begin(?:ning)?|going\s+on)\b/iu;
const SINCE = /\b(?:start(?:ed|ing)?|began|since|prescribed|restarted|put\s+me\s+on)\b/iu;
const LEAD_GAP =
  /^\s*(?:(?:of|dose\s+of|tablets?|pills?|capsules?|tabs?|units?|oral|generic|a|the|my|worth\s+of)\s*)*$/iu;

export function extractMedications(
  text: string,
  terms: readonly TermMatch[],
  times: readonly TimeMatch[],
  options: MedicationOptions = {},
): MentionInput[] {
  const drugs = terms.filter(({ term }) => term.kind === 'drug');
  return drugs.flatMap((drug, index) => {
    const sentence = sentenceAt(text, drug.start);
    const reach = reachOf(text, sentence, drugs, index);
    const dose = doseFor(text, drug, reach);
    const status = statusOf(text, drug, sentence, dose !== null, terms, options);
    if (!status) return [];
    return [described(text, drug, reach, dose, status, times)];
  });
}

/** The words that can speak of this medicine: from the one before it to the one after it. */
function reachOf(text: string, sentence: Stretch, drugs: readonly TermMatch[], index: number): Stretch {
  const previous = drugs[index - 1]?.end ?? 0;
  const next = drugs[index + 1]?.start ?? text.length;
  return { start: Math.max(sentence.start, previous), end: Math.min(sentence.end, next) };
}

function statusOf(
  text: string,
  drug: TermMatch,
  sentence: Stretch,
  dosed: boolean,
  terms: readonly TermMatch[],
  options: MedicationOptions,
): Status | null {
  const before = text.slice(sentence.start, drug.start);
  const after = text.slice(drug.end, sentence.end);
  if (ALLERGY.test(before) || /^[\s-]*allerg/iu.test(after)) return null;
  if (STOPPED_AFTER.test(after)) return 'stopped';
  const nearest = SIGNALS.map(([pattern, status]) => ({ status, index: lastEndOf(pattern, before) }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => b.index - a.index)[0];
  const own = MY.test(before);
  // "My iron is low" speaks of a test; the name alone is not a medicine there.
  const alsoTest = terms.some((other) => other.start === drug.start && other.term.kind === 'observation');
  if (nearest?.status === 'past') return own || frequencyIn(after) ? 'active' : 'past';
  if (nearest) return nearest.status;
  if (dosed || options.asked) return 'active';
  if (!alsoTest && (own || EFFECT_AFTER.test(after))) return 'active';
  return null;
}

function doseFor(text: string, drug: TermMatch, reach: Stretch) {
  const after = dosesIn(text.slice(drug.end, reach.end)).map((dose) => moved(dose, drug.end));
  const following = after.find(({ start }) =>
    /^[\s,(:-]*(?:(?:at|dose|of|a|the|in|er|xr|xl|sr|is|was|now|up|to|from|once|twice|daily|each|every|day|tablets?|capsules?|pills?|succinate|tartrate|hcl)\b[\s,(:-]*)*$/iu.test(
      text.slice(drug.end, start),
    ),
  );
  if (following) return following;
  const before = dosesIn(text.slice(reach.start, drug.start))
    .map((dose) => moved(dose, reach.start))
    .at(-1);
  return before && LEAD_GAP.test(text.slice(before.end, drug.start)) ? before : null;
}

function described(
  text: string,
  drug: TermMatch,
  reach: Stretch,
  dose: Placed<{ value: number | string; unit: string }> | null,
  status: Status,
  times: readonly TimeMatch[],
): MentionInput {
  const tail = ownTail(text, drug, reach);
  const sentence = sentenceAt(text, drug.start);
  const behind = frequencyIn(tail);
  // Ahead of the first medicine of the sentence only: later ones would inherit their neighbour's.
  const ahead = behind || reach.start > sentence.start ? null : frequencyIn(text.slice(reach.start, drug.start));
  const frequency = behind ? moved(behind, drug.end) : ahead ? moved(ahead, reach.start) : null;
  const start = Math.min(drug.start, dose?.start ?? drug.start);
  const end = Math.max(
    drug.end,
    dose?.end ?? 0,
    frequency && frequency.start > drug.end && frequency.end - drug.end < 80 ? frequency.end : 0,
  );
  const { assertion, experiencer } = assertionAt(text, drug.start, drug.end);
  const around = text.slice(start, Math.max(end, drug.end + tail.length));
  const mention: MentionInput = {
    kind: 'medication',
    name: drug.term.name,
    quote: text.slice(start, end),
    start,
    status,
    // "I don't take aspirin any more" negates the taking, which is what `stopped` says.
    assertion: status === 'stopped' && assertion === 'absent' ? 'present' : assertion,
    experiencer,
    confidence: dose ? 0.95 : 0.85,
  };
  if (dose) Object.assign(mention, { value: dose.value.value, unit: dose.value.unit });
  if (frequency) mention.frequency = frequency.value;
  const [form, route] = [formIn(around), routeIn(around)];
  if (form) mention.form = form;
  if (route) mention.route = route;
  const duration = durationOf('', tail);
  if (duration && !duration.startsWith('since')) mention.duration = duration;
  const said = times.filter(
    (one) => one.start >= sentence.start && one.end <= (one.start >= drug.end ? reach.end : drug.start),
  );
  if (status === 'active' && said.some(({ future }) => future) && STARTING.test(text.slice(sentence.start, drug.start)))
    mention.status = 'planned';
  const time = said.find(({ future }) => future === (mention.status === 'planned'));
  // For a medicine that is taken now, a time counts only if it says since when.
  const dated = time && (mention.status !== 'active' || SINCE.test(text.slice(sentence.start, time.end)));
  if (dated) mention.effective_time = time.iso;
  return mention;
}

/** What follows the name and still speaks of it: not past a contrast, nor past a new "I". */
function ownTail(text: string, drug: TermMatch, reach: Stretch): string {
  const tail = text.slice(drug.end, reach.end);
  const stop = /[;?!]|\b(?:but|because|for\s+my|and\s+(?:i|my|it)|,\s*(?:i|my|it))\b/iu.exec(tail);
  return stop ? tail.slice(0, stop.index) : tail;
}

function moved<T>(placed: Placed<T>, by: number): Placed<T> {
  return { value: placed.value, start: placed.start + by, end: placed.end + by };
}

/** Compared by their ends, so that "used to take" is not outdone by the "take" in it. */
function lastEndOf(pattern: RegExp, text: string): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) last = match.index + match[0].length;
  return last;
}
