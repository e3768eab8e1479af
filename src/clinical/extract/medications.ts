/** Medicines that the patient takes, took or will take, with dose, form, route and frequency. */
import type { MentionInput } from '../../record/index.ts';
import type { TimeMatch } from '../dates/dates.ts';
import { type Dose, formIn, frequencyIn, moved, type Placed, routeIn } from '../medicines/dosage.ts';
import { isReport } from '../tagger/register.ts';
import { assertionAt, clauseAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { isQuestion } from '../text/questions.ts';
import { sentenceAt } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { withIngredients } from './bracketed-ingredients.ts';
import { withDoseChanges } from './dose-changes.ts';
import { doseFor, isGap } from './medication-doses.ts';
import { OF_ME, type Status, statusOf, tellsOfTreatment, wordsAround } from './medication-status.ts';
import { mentionOf, productsAmong } from './medication-strings.ts';
import { type Clock, lengthOf, timed } from './medication-timing.ts';
import { medicinesAmong } from './medicines-named.ts';
import { isTaken } from './own-story.ts';
import { presentDose, type SaidLater, saidLater } from './said-later.ts';
import { withUnlisted } from './unlisted-medicines.ts';

const { pattern } = patternsOf('extract', 'medications');

export type MedicationOptions = {
  /** In an instruction to record something, a bare name is meant as a medicine. */
  asked?: boolean;
};

const ORDERED = pattern('ORDERED', 'i');
const OPENING = 8;
const SAID_OF_LAST = pattern('SAID_OF_LAST', 'i');
/** "Eliquis 5 at night, and a statin": the next item of a list is taken as the one before it is. */
const LISTED = pattern('LISTED', 'i');
/** "Lisinopril 20, I mean losartan": the next one is meant instead. */
const CORRECTED_TO = pattern('CORRECTED_TO', 'i');
/** "Remove aspirin, I stopped that" */
const AT_ONCE = 12;
/** "Tecfidera then Ocrevus", "methotrexate, now Rinvoq" */
const SUCCEEDED = /^[\s,;]{0,3}(?:and\s+)?(?:then|now|followed\s+by)\s+(?:(?:on|onto|to)\s+)?$/i;
const SENTENCE_LIKE = pattern('SENTENCE_LIKE', 'i');
const ITEM_BEFORE = /[,;:(–]\s*$/;
const ITEM_AFTER = /^\s*(?:[,;.)]|$|(?:and|plus|since|only)\b|[&+])/i;
const TAKES = /\b(?:take|taking|takes|took|am\s+on|i['’]?m\s+on)\b/i;
export function extractMedications(
  text: string,
  terms: readonly TermMatch[],
  times: readonly TimeMatch[],
  now: Date,
  options: MedicationOptions = {},
): MentionInput[] {
  const strings = productsAmong(text);
  const drugs = withIngredients(text, medicinesAmong(text, withUnlisted(text, terms), strings));
  if (drugs.length === 0 && strings.length === 0) return [];
  const report = isReport(text);
  const ofMe = OF_ME.test(text);
  const written = strings.map((string, index) => {
    const mention = mentionOf(text, string);
    const { before, after: rest } = wordsAround(text, string, sentenceAt(text, string.start));
    const next = [...drugs, ...strings.slice(index + 1)].reduce(
      (least, { start }) => (start >= string.end ? Math.min(least, start) : least),
      text.length,
    );
    const after = ownWordsOf(rest).slice(0, next - string.end);
    const named = {
      before,
      after,
      dosed: true,
      alsoTest: false,
      asked: options.asked === true,
      report,
      ofMe,
      told: () => true,
    };
    const { assertion, experiencer } = assertionAt(text, string.start, string.end);
    const frequency = frequencyIn(after) ?? saidLater(text, string.end, next).frequency;
    Object.assign(mention, { status: statusOf(named) ?? 'active', assertion, experiencer });
    if (frequency) mention.frequency = frequency.value;
    return mention;
  });
  let before: Status | null = null;
  const said = drugs.flatMap((drug, index) => {
    const sentence = sentenceAt(text, drug.start);
    const reach = reachOf(text, sentence, drugs, index);
    const later = saidLater(text, drug.end, drugs[index + 1]?.start ?? text.length);
    const dose = presentDose(doseFor(text, drug, reach, times), later);
    const alsoTest = terms.some((other) => other.start === drug.start && other.term.kind === 'observation');
    const next = drugs[index + 1];
    const succeeded = next !== undefined && SUCCEEDED.test(text.slice(drug.end, next.start));
    const listedFirst = () => isNoted(text, drug, sentence, terms) || opensList(text, sentence, drugs, index, times);
    const told = statusOf({
      ...ownWords(text, drug, sentence, drugs[index - 1]),
      // "Vitamin D 45" is a result.
      dosed:
        (dose !== null && !(alsoTest && !dose.value.unit)) ||
        followed(text.slice(Math.max(drug.end, dose?.end ?? 0), reach.end)) ||
        (!alsoTest && !succeeded && listedFirst()),
      alsoTest,
      asked: options.asked === true,
      report: report && tellsOfTreatment(text.slice(sentence.start, sentence.end)),
      ofMe,
      told: () => !succeeded && isTaken(text, drug, sentence),
    });
    if (next && CORRECTED_TO.test(text.slice(drug.end, next.start))) return [];
    // Who says that it was taken is believed; what was only prescribed is not.
    if (later.untaken && !TAKES.test(text.slice(sentence.start, drug.start))) return [];
    const atOnce = later.stopped && later.stopped.start - drug.end < AT_ONCE;
    const isListed = isAlone(text, drug, sentence) || LISTED.test(text.slice(drugs[index - 1]?.end, drug.start));
    const listed = index > 0 && isListed ? before : null;
    const status: Status | null =
      atOnce || (told && later.stopped) ? 'stopped' : (told ?? (alsoTest ? null : succeeded ? 'stopped' : listed));
    before = status;
    return status ? [described(text, drug, reach, { ...later, dose }, status, { times, now })] : [];
  });
  return withDoseChanges(text, [...written, ...said]);
}

/** "Propranolol stopped, melatonin 2 mg added": what is said right after a medicine, up to the comma, is not said of the next one. */
function ownWords(text: string, drug: TermMatch, sentence: Stretch, previous: TermMatch | undefined) {
  const { before, after } = wordsAround(text, drug, sentence);
  const gap = previous && previous.start >= sentence.start ? text.slice(previous.end, drug.start) : '';
  const said = SAID_OF_LAST.exec(gap)?.[0].length ?? 0;
  return { before: said ? gap.slice(said) : before, after };
}

/** The words after a medicine up to a semicolon or the end of the line. */
function ownWordsOf(rest: string): string {
  return rest.split(/[;\n]/, 1)[0] ?? rest;
}

/** "Furosemide 40. Entresto. Dapagliflozin.": nothing but its name. */
function isAlone(text: string, drug: TermMatch, { start, end }: Stretch): boolean {
  return /^\W*$/.test(text.slice(start, drug.start)) && /^\W*$/.test(text.slice(drug.end, end));
}

/** How many items of a list are looked at for a dose. */
const LIST_REACH = 6;

/** "COPD mild, Spiriva": an item right after a condition, where nothing else is said. */
function isNoted(text: string, drug: Stretch, sentence: Stretch, terms: readonly TermMatch[]): boolean {
  const before = text.slice(sentence.start, drug.start);
  if (!ITEM_BEFORE.test(before) || !ITEM_AFTER.test(text.slice(drug.end, sentence.end))) return false;
  if (SENTENCE_LIKE.test(before)) return false;
  return terms.some(
    ({ term, start, end }) => term.kind === 'condition' && start >= sentence.start && end <= drug.start,
  );
}

/** "Turmeric, zinc and magnesium 400 mg": the first of a list, of which another one has its dose. */
function opensList(
  text: string,
  sentence: Stretch,
  drugs: readonly TermMatch[],
  index: number,
  times: readonly TimeMatch[],
): boolean {
  const { start } = drugs[index] as TermMatch;
  const before = text.slice(Math.max(sentence.start, clauseAt(text, start).start), start);
  if (!/(?:^|[,:;])[\s\d.)*•-]*$/.test(before) || /\b(?:not?|never|avoid|allerg\w*)\b/i.test(before)) return false;
  for (let at = index + 1; at <= index + LIST_REACH; at += 1) {
    const next = drugs[at];
    if (!next || !/^\s*(?:,|and|&|\+|,\s*and)\s*$/.test(text.slice(drugs[at - 1]?.end, next.start))) return false;
    if (doseFor(text, next, reachOf(text, sentence, drugs, at), times)) return true;
  }
  return false;
}

/** "Prednisone every other day": what is taken so often is taken. */
function followed(tail: string): boolean {
  const frequency = frequencyIn(tail.slice(0, 40));
  return frequency !== null && isGap(tail.slice(0, frequency.start));
}

/** The words that can speak of this medicine: from the one before it to the one after it. */
function reachOf(text: string, sentence: Stretch, drugs: readonly TermMatch[], index: number): Stretch {
  const previous = drugs[index - 1]?.end ?? 0;
  const next = drugs[index + 1]?.start ?? text.length;
  return { start: Math.max(sentence.start, previous), end: Math.min(sentence.end, next) };
}

function asksOnly(words: string): boolean {
  return isQuestion(words) || /\b(?:total|altogether)\b/i.test(words);
}

function described(
  text: string,
  drug: TermMatch,
  reach: Stretch,
  { dose, frequency: restated, stopped }: Omit<SaidLater, 'dose'> & { dose: Placed<Dose> | null },
  status: Status,
  clock: Clock,
): MentionInput {
  const tail = ownTail(text, drug, reach);
  const sentence = sentenceAt(text, drug.start);
  const behind = frequencyIn(tail);
  // Ahead of the first medicine of the sentence only: later ones would inherit their neighbour's.
  const lead = behind || reach.start > sentence.start ? '' : text.slice(reach.start, drug.start);
  const found = lead === '' ? null : frequencyIn(lead);
  // "I get migraines twice a month, sumatriptan works": after a comma it is another thing's, unless it opens the sentence.
  const ahead = found && (found.start < OPENING || !lead.slice(found.end).includes(',')) ? found : null;
  const frequency = restated ?? (behind ? moved(behind, drug.end) : ahead ? moved(ahead, reach.start) : null);
  const start = Math.min(drug.start, dose?.start ?? drug.start);
  const end = Math.max(
    drug.end,
    dose?.end ?? 0,
    frequency && frequency.start > drug.end && frequency.end - drug.end < 80 ? frequency.end : 0,
  );
  const { assertion, experiencer } = whose(text, drug, sentence);
  const around = text.slice(start, Math.max(end, drug.end + tail.length));
  const mention: MentionInput = {
    kind: 'medication',
    name: drug.term.name,
    quote: text.slice(start, end),
    start,
    status,
    // "I don't take aspirin any more" negates the taking, which is what `stopped` says.
    assertion:
      (status === 'stopped' && assertion === 'absent') || isSaidAnew(text, drug, assertion) ? 'present' : assertion,
    experiencer,
    confidence: drug.fuzzy ? 0.6 : dose?.value.unit ? 0.95 : 0.85,
  };
  if (dose) mention.value = dose.value.value;
  if (dose?.value.unit) mention.unit = dose.value.unit;
  // "What is my total a day?" says nothing about how often.
  if (frequency && (dose || !asksOnly(text.slice(sentence.start, sentence.end)))) mention.frequency = frequency.value;
  const [form, route] = [formIn(around), routeIn(around)];
  if (form) mention.form = form;
  if (route) mention.route = route;
  const duration = lengthOf(tail, dose && dose.start >= drug.end ? text.slice(dose.end, reach.end) : tail);
  if (duration) mention.duration = duration;
  if (!stopped) return timed(mention, text, drug, reach, sentence, clock);
  const { end: until } = sentenceAt(text, stopped.start);
  const when = clock.times.find((one) => !one.future && one.start >= stopped.end && one.end <= until);
  return when ? { ...mention, effective_time: when.told } : timed(mention, text, drug, reach, sentence, clock);
}

const SAID_ANEW = /[,;]\s*(?:and\s+)?(?:now\s+)?(?:on|taking)\s+$/i;
/** "Can I drive on betahistine?", "must I finish the amoxicillin?": who asks so takes it. */
const WHILE_ON =
  /\b(?:i|my)\b[^.?!]{1,60}\b(?:on|(?:finish|skip|miss|come\s+off|continue)(?=\s+(?:the|my)\b))\s+(?:(?:the|my)\s+)?$/i;

/** "They think it's pleurisy, on naproxen for a week": the doubt is of the illness. */
function isSaidAnew(text: string, { start }: Stretch, assertion: string | undefined): boolean {
  if (assertion === 'possible') return SAID_ANEW.test(text.slice(Math.max(0, start - 20), start));
  return assertion === 'hypothetical' && WHILE_ON.test(text.slice(sentenceAt(text, start).start, start));
}

/** In "he prescribed me X" the doctor is not the one who takes it. */
function whose(text: string, drug: Stretch, sentence: Stretch): ReturnType<typeof assertionAt> {
  const context = assertionAt(text, drug.start, drug.end);
  const ordered = context.experiencer === 'other' && ORDERED.test(text.slice(sentence.start, drug.start));
  return ordered ? { ...context, experiencer: 'patient' } : context;
}

/** What follows the name and still speaks of it: not past a contrast, nor past a new "I". */
function ownTail(text: string, drug: TermMatch, reach: Stretch): string {
  const tail = text.slice(drug.end, reach.end);
  const stop = /[;?!]|\b(?:but|because|for\s{1,3}my|and\s{1,3}(?:i|my|it)|,\s{0,3}(?:i|my|it))\b/i.exec(tail);
  return stop ? tail.slice(0, stop.index) : tail;
}
