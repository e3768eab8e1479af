/** DataExtractorAgent's part, by rules: conditions, symptoms and allergies, each with what is said about it. */
import type { MentionInput } from '../../record/index.ts';
import { findTimes, type Moment, type TimeMatch } from '../dates/dates.ts';
import { createMomentCache } from '../text/cache.ts';
import { clauseAt, contextAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { sentenceAt } from '../text/sentences.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';
import { extractAllergies } from './allergies.ts';
import { isOpening } from './care-timing.ts';
import { atSite, complaintsIn, type Finding } from './complaints.ts';
import { bodySiteOf, courseOf, durationOf, severityOf } from './finding-details.ts';
import { conditionStatus, hasPassed, isSinceThen, symptomStatus, wasBeforeAct } from './finding-status.ts';
import { isGoingAround } from './going-around.ts';
import { mentionsIn } from './mentions.ts';
import { vaccineMeant } from './operations.ts';
import { predicatedIn } from './predicated.ts';
import { byPregnancyTest } from './pregnancy-test.ts';
import { shortItems } from './short-items.ts';
import { secondReading } from './unlisted.ts';
import { isItsVaccine, type Vaccines, vaccinesIn } from './vaccines-spoken-of.ts';

const { pattern } = patternsOf('extract', 'findings');

/** "A pregnancy test", "the covid vaccine": about the condition, not the condition. */
const ABOUT_IT = pattern('ABOUT_IT', 'i');
/** "It gave me a heart attack", "I nearly had a stroke": what people say of a fright or a bill. */
const FIGURE_BEFORE = pattern('FIGURE_BEFORE', 'i');
/** "My boss is a real headache": a thing or a person is one, a complaint is had. */
const IS_A = pattern('IS_A', 'i');
const MAY_BE_ONE =
  /^(?:it|this|that|there|what|problem|problems|complaint|symptom|symptoms|issue|concern|thing|sign|one|effect|effects|here|result)$/i;
const BEING_ONE: ReadonlySet<string> = new Set(['Headache', 'Migraine', 'Pain', 'Cancer', 'Plague', 'Nightmares']);
/** "Test: Influenza A" */
const TESTED_FOR = /\b(?:test(?:ed|ing)?|assay|screen(?:ing)?|swab|panel)\s*(?:for|:)\s*$/i;
/** "30 mg OD": once a day. */
const DOSE_BEFORE = /\d\s*(?:mc?g|g|ml|units?|tabs?|caps?)?\s*$/i;
/** "Immunizations: MMR 1992, Hep B series 2003" */
const VACCINES = /\b(?:immuni[sz]ations?|vaccin(?:es?|ations?)|jabs|shots)\s*:[^.\n]{0,200}$/i;
/** "A flu shot every fall": a season. */
const SEASON_BEFORE = /\b(?:every|each|this|next|in\s+the|late|early|(?<!\bmy\s)last)\s+$/i;
const FIGURES: ReadonlySet<string> = new Set([
  'Heart attack',
  'Stroke',
  'Aneurysm',
  'Brain aneurysm',
  'Cardiac arrest',
]);
/** "For the past three weeks I've had …", "since lunch my face …": said of the symptoms that follow. */
const OPENING_DURATION = /^\s*(?:and\s+|so\s+|but\s+)?(?:for|over|during|in|since|from)\s[\w\s'’-]{2,40}$/i;
const LEADING_DURATION = /(?:^|[,;]\s*|\b(?:and|but|so)\s+)((?:for|over|during|since|from)\s[\w\s'’-]{2,36}?)[,\s]*$/i;
/** What a note says where nothing is wrong. */
const NOTHING_WRONG = pattern('NOTHING_WRONG', 'i');
/** "LMP six weeks ago, bleeding": after the comma comes the next item of a list. */
const OTHER_ITEM = /^\s*[,;]\s*(?:(?!(?:with|for|including|and|plus|complaining|showing|i|which)\b)[\w-]+\s+){0,2}$/i;
const AGAIN: ReadonlySet<string> = new Set([
  'Injury',
  'Cancer',
  'Infection',
  'Tumor',
  'Fracture',
  'Ulcer',
  'Swelling',
  'Pain',
]);
const FINDINGS: ReadonlySet<TermKind> = new Set(['condition', 'symptom']);
const NEXT_ITEM = /^\s*(?:,|&|(?:and|or|plus)\b)/i;
const OTHER_KINDS: ReadonlySet<TermKind> = new Set(['drug', 'observation', 'procedure']);
const YEAR_NEXT = /^\s*\(?(?:x\d+|(?:stage|grade|type)\s+\w+|dx|diagnosed|diag)?\s*\(?$/i;
/** A mistyped word is our guess, and one without a name of its own says less. */
const GUESSED = 0.15;
const HAD = /\bhad\b(?!.{0,60}\b(?:have|has|am|is|now)\b)[^.;]{0,60}$/i;
/** "Pregnant, due in May", "every Sunday": the day of what is due, or comes again, is not when the finding began. */
const DUE = /\b(?:due(?:\s+(?:date|back|again))?(?:\s+is)?|every|each)[\s:]{0,3}$/i;
/** Of a time that was told as a year. */
const YEAR_LENGTH = 4;
const AHEAD = 24;
const BEHIND = 40;

const memory = createMomentCache<readonly MentionInput[]>();

export function extractFindings(text: string, at: Moment): readonly MentionInput[] {
  return memory(text, at, () => mentionsIn(text, (words) => read(words, at)));
}

function read(text: string, at: Moment): MentionInput[] {
  const terms = findTerms(text);
  const times = findTimes(text, at).filter(({ start }) => !DUE.test(text.slice(Math.max(0, start - AHEAD), start)));
  const vaccines = vaccinesIn(text);
  const found = [
    ...complaintsIn(text, terms),
    ...predicatedIn(text),
    ...byPregnancyTest(text),
    ...terms.flatMap((match, index) => named(text, match, terms, index, vaccines)),
  ];
  const read = secondReading(text, withoutOverlaps(found), terms);
  // A tagger knows no abbreviations in lower case.
  const short = shortItems(text, terms);
  const all = (short.length > 0 ? withoutOverlaps([...read, ...short]) : read).filter(
    (one, _, list) => !isAgain(text, one, list),
  );
  const allergies = extractAllergies(text, terms, all);
  const taken = allergies.flatMap(({ covers }) => covers);
  const findings = taken.length === 0 ? all : all.filter((one) => !covered(one, taken));
  let previous = 0;
  const mentions = findings.map((finding) => {
    const mention = described(text, finding, previous, terms, times, at.now);
    previous = finding.end;
    return mention;
  });
  return [...allergies.map(({ mention }) => mention), ...stillThere(mentions)].sort(
    (a, b) => (a.start ?? 0) - (b.start ?? 0),
  );
}

/** "A spinal cord injury …, above the injury": the same again by its last word. */
function isAgain(text: string, { term, start }: Finding, all: readonly Finding[]): boolean {
  if (!AGAIN.has(term.name) || !/\b(?:the|this|that)\s+$/i.test(text.slice(Math.max(0, start - 6), start)))
    return false;
  const word = term.name.toLowerCase();
  return all.some(
    (one) => one.start < start && one.term.name !== term.name && one.term.name.toLowerCase().includes(word),
  );
}

/** "A history of migraines, I still get migraines" is one condition, and active. */
function stillThere(mentions: MentionInput[]): MentionInput[] {
  const own = mentions.filter((one) => one.kind === 'condition' && one.assertion === 'present');
  if (!own.some(({ status }) => status === 'history')) return mentions;
  const active = new Set(
    own.filter((one) => one.status === 'active' && one.experiencer === 'patient').map(({ name }) => name),
  );
  return mentions.map((one) =>
    one.status === 'history' && one.kind === 'condition' && active.has(one.name) ? { ...one, status: 'active' } : one,
  );
}

function named(
  text: string,
  match: TermMatch,
  terms: readonly TermMatch[],
  index: number,
  vaccines: Vaccines,
): Finding[] {
  const { term, start, end, fuzzy } = match;
  if (term.kind !== 'condition' && term.kind !== 'symptom') return [];
  if (ABOUT_IT.test(text.slice(end, end + AHEAD))) return [];
  const before = text.slice(Math.max(0, start - BEHIND), start);
  if (term.kind === 'condition' && isGoingAround(term.name, before, text.slice(end, end + BEHIND))) return [];
  if (isFigure(term.name, before) || TESTED_FOR.test(before)) return [];
  if (match.text.toLowerCase() === 'fall' && SEASON_BEFORE.test(before)) return [];
  if (match.text.toLowerCase() === 'out of it' && /\b(?:gr[eo]w[sn]?|growing|came|got)\s+$/i.test(before)) return [];
  if (match.text === 'OD' && DOSE_BEFORE.test(before)) return [];
  const lead = text.slice(sentenceAt(text, start).start, start);
  if ((lead.includes(':') && VACCINES.test(lead)) || vaccineMeant(text, match)) return [];
  if (isItsVaccine(text, { name: term.name, start, end }, vaccines)) return [];
  const sited = atSite(text, match, terms, index);
  if (sited) return [sited];
  const sure = term.name === 'Pain' || term.name === 'Swelling' ? 0.7 : term.kind === 'condition' ? 0.9 : 0.85;
  return [{ term, start, end, confidence: fuzzy ? sure - GUESSED : sure }];
}

function isFigure(name: string, before: string): boolean {
  if (FIGURES.has(name)) return FIGURE_BEFORE.test(before);
  const subject = BEING_ONE.has(name) ? IS_A.exec(before)?.[1] : undefined;
  return subject !== undefined && !MAY_BE_ONE.test(subject);
}

function described(
  text: string,
  { term, start, end, confidence, site: apart }: Finding,
  previous: number,
  terms: readonly TermMatch[],
  times: readonly TimeMatch[],
  now: Date,
): MentionInput {
  const { assertion, experiencer, time: tense, clause } = contextAt(text, start, end);
  // What was said of an earlier finding is not said of this one.
  const before = text.slice(Math.max(clause.start, previous), start);
  const until = end <= clause.end ? clause.end : Math.max(end, clauseAt(text, end - 1).end);
  const after = text.slice(end, until);
  const mention: MentionInput = {
    kind: term.kind === 'condition' ? 'condition' : 'symptom',
    name: term.name,
    quote: text.slice(start, end),
    start,
    assertion: NOTHING_WRONG.test(text.slice(start, end)) ? 'absent' : assertion,
    experiencer,
    confidence,
  };
  const course = courseOf(text.slice(start, end), before, after);
  const status =
    term.kind === 'condition'
      ? conditionStatus(term.name, before, text.slice(end, sentenceAt(text, start).end), tense === 'past')
      : symptomStatus(before, tense === 'past', course);
  const severity = severityOf(before, after, mention.quote);
  // "Haemoptysis x 2/52, weight loss": after the comma the next item begins.
  const own = previous > clause.start ? before.replace(/^.*[,;]/s, '') : before;
  const duration =
    durationOf(own, after) ?? (term.kind === 'symptom' ? openingDuration(text, start, clause) : undefined);
  const site = bodySiteOf(text, { start, end }, { start: clause.start, end: until }, terms, apart);
  const time = timeOf(text, { start, end }, clause, times, terms);
  const told = status === 'active' && time !== undefined && !isSinceThen(after);
  // "Had gout in '15": what was had in an earlier year is not told as being there.
  const had = told && time.length === YEAR_LENGTH && HAD.test(text.slice(clause.start, start));
  const passed = (told && hasPassed(term.name, time, now)) || wasBeforeAct(term, text.slice(clause.start, start), now);
  const stands = passed ? 'resolved' : had ? 'history' : status;
  if (stands) mention.status = stands;
  if (severity) mention.severity = severity;
  if (duration) mention.duration = duration;
  if (site) mention.body_site = site;
  if (time) mention.effective_time = time;
  return mention;
}

/** When it began or happened: the nearest past time of the same clause, else one that opens the sentence. */
function timeOf(
  text: string,
  { start, end }: Stretch,
  clause: Stretch,
  times: readonly TimeMatch[],
  terms: readonly TermMatch[],
): string | undefined {
  if (times.length === 0) return undefined;
  const sentence = sentenceAt(text, start);
  const inside = times.filter(
    (time) =>
      !time.future &&
      time.start >= clause.start &&
      time.end <= clause.end &&
      (!isBareYear(time) || isBeside(text, end, time)),
  );
  const opening = times.find(
    (time) =>
      !time.future &&
      time.start >= sentence.start &&
      (time.start - sentence.start < 4 || (Math.abs(clause.start - time.end) < 4 && isOpening(text, time))),
  );
  // "Last weekend I caught something and now I've got a cough"
  const over = opening && /\bnow\b/i.test(text.slice(opening.end, start));
  const after = inside.find((time) => time.start >= end);
  // "Woke at 2am with cramps, ate oysters last night": a comma parts what is said of two things.
  // "Asthma since 2010 and gout": the time is that of the finding before it.
  const isOfOther = (time: TimeMatch): boolean =>
    NEXT_ITEM.test(text.slice(time.end, start)) &&
    terms.some((one) => FINDINGS.has(one.term.kind) && one.start >= clause.start && one.end <= time.start);
  const before = inside.findLast(
    (time) => time.end <= start && !OTHER_ITEM.test(text.slice(time.end, start)) && !isOfOther(time),
  );
  // "Underactive thyroid, levothyroxine 75 mcg, TSH fine in January": nor does it reach over a medicine or a test.
  const far = after && /[,;]/.test(text.slice(end, after.start));
  const reached =
    far && terms.some((one) => OTHER_KINDS.has(one.term.kind) && one.start >= end && one.end <= after.start);
  const joined = after && !far ? after : (before ?? (reached ? undefined : after));
  return (joined ?? (over ? undefined : opening))?.told;
}

/** In "MI 2012, asthma" the year is that of the name right before it. */
function isBareYear({ text }: TimeMatch): boolean {
  return /^\d{4}$/.test(text);
}

function isBeside(text: string, end: number, { start }: TimeMatch): boolean {
  return start >= end && start - end < AHEAD && YEAR_NEXT.test(text.slice(end, start));
}

/** What opens the sentence, or is right before the clause: "…, and for the last six weeks my knee has been swelling". */
function openingDuration(text: string, at: number, clause: Stretch): string | undefined {
  const sentence = sentenceAt(text, at);
  const first = at - text.slice(sentence.start, at).trimStart().length;
  const lead = LEADING_DURATION.exec(text.slice(Math.max(sentence.start, clause.start - BEHIND), clause.start))?.[1];
  const opening = lead ?? text.slice(first, clauseAt(text, first).end);
  return OPENING_DURATION.test(opening)
    ? durationOf(opening.charAt(0).toLowerCase() + opening.slice(1), '')
    : undefined;
}

/** "My hands are numb" is one finding, not also "numb": of two that overlap, the longer. */
function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const finding of [...findings].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (!last || finding.start >= last.end) kept.push(finding);
    else if (finding.end - finding.start > last.end - last.start) kept[kept.length - 1] = finding;
  }
  return kept;
}

function covered({ start, end }: Stretch, taken: readonly Stretch[]): boolean {
  return taken.some((other) => start < other.end && other.start < end);
}
