/** DataExtractorAgent's part, by rules: conditions, symptoms and allergies, each with what is said about it. */
import type { MentionInput } from '../../record/mention.ts';
import { findTimes, type Moment, type TimeMatch } from '../dates/dates.ts';
import { assertionAt, clauseAt } from '../text/context.ts';
import { sentenceAt } from '../text/sentences.ts';
import { findTerms, type Term, type TermMatch, termNamed } from '../vocabulary/find-terms.ts';
import { extractAllergies } from './allergies.ts';
import { bodySiteOf, durationOf, severityOf } from './finding-details.ts';

type Finding = { term: Term; start: number; end: number; confidence: number };

const RESOLVED =
  /\b(?:used\s+to\s+(?:have|get|suffer)|previously\s+had|past\s+history\s+of|recovered\s+from|cured\s+of|got\s+over|survived|in\s+remission)\b/iu;
const REMISSION_AFTER = /^[^.;]{0,20}\b(?:in\s+remission|cured|as\s+a\s+(?:child|kid|teenager))\b/iu;
/** A single event that is over once it has happened. */
const HAPPENED = /\b(?:i|i['’]ve)\s+(?:had|suffered|survived)\s+(?:an?\s+|my\s+)?(?:\w+\s+){0,2}$/iu;
const EVENTS = new Set([
  'Heart attack',
  'Stroke',
  'Transient ischemic attack',
  'Miscarriage',
  'Concussion',
  'Fracture',
  'Appendicitis',
]);
/** "A pregnancy test", "the covid vaccine": about the condition, not the condition. */
const ABOUT_IT =
  /^[\s-]+(?:tests?|testing|tested|screening|screen|vaccines?|vaccination|shots?|jab|medicines?|medications?|meds|drugs?|pills?|treatments?|clinic|center|centre|awareness|research|prevention|specialists?|doctors?|levels?|risk|diet|guidelines?|studies|study)\b/iu;
const HURTS =
  /^\s+(?:(?:really|still|always|also|just|constantly|sometimes)\s+)*(?:hurts?|aches?|(?:is|are|feels?|has\s+been|have\s+been|was|were)\s+(?:(?:really|very|so|still|quite|a\s+bit|extremely)\s+)*(hurting|aching|sore|painful|tender|killing\s+me|throbbing|swollen|numb|itchy|stiff|burning|tingling|tight))\b/iu;
const HURT_NAMES: Readonly<Record<string, string>> = {
  swollen: 'swelling',
  numb: 'numbness',
  itchy: 'itching',
  stiff: 'stiffness',
  tingling: 'tingling',
  tight: 'tightness',
};
const PAIN_AT =
  /^\s+(?:in|on|around|behind|under|near)\s+(?:my|the|both|one)\s+(?:(?:left|right|upper|lower|inner|outer|whole|entire)\s+)*$/iu;

export function extractFindings(text: string, at: Moment): MentionInput[] {
  const terms = findTerms(text);
  const times = findTimes(text, at);
  const allergies = extractAllergies(text, terms);
  const taken = allergies.flatMap(({ covers }) => covers);
  const findings = outermost([
    ...hurtingSites(text, terms),
    ...terms.flatMap((match) => namedFinding(text, match, terms)),
  ]).filter(({ start, end }) => !taken.some((other) => start < other.end && other.start < end));
  return [
    ...allergies.map(({ mention }) => mention),
    ...findings.map((found) => described(text, found, terms, times)),
  ].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
}

function namedFinding(text: string, match: TermMatch, terms: readonly TermMatch[]): Finding[] {
  const { term, start, end } = match;
  if (!isFinding(match) || ABOUT_IT.test(text.slice(end))) return [];
  if (term.name !== 'Pain' && term.name !== 'Swelling')
    return [{ term, start, end, confidence: term.kind === 'condition' ? 0.9 : 0.85 }];
  // "Pain in my left knee" is knee pain.
  const site = terms.find((other) => isBody(other) && other.start >= end && PAIN_AT.test(text.slice(end, other.start)));
  if (!site) return [{ term, start, end, confidence: 0.7 }];
  return [{ term: siteTerm(site, term.name.toLowerCase()), start, end: site.end, confidence: 0.85 }];
}

/** "My knee is sore", "my hands are numb". */
function hurtingSites(text: string, terms: readonly TermMatch[]): Finding[] {
  return terms.filter(isBody).flatMap((site) => {
    const match = HURTS.exec(text.slice(site.end));
    if (!match) return [];
    const what = HURT_NAMES[(match[1] ?? '').toLowerCase()] ?? 'pain';
    return [{ term: siteTerm(site, what), start: site.start, end: site.end + match[0].length, confidence: 0.85 }];
  });
}

function siteTerm(site: TermMatch, what: string): Term {
  const part = site.term.kind === 'body_site' ? site.term.name : site.text.toLowerCase();
  const known = termNamed(`${part} ${what}`, ['symptom']);
  if (known) return known;
  const name = `${part.charAt(0).toUpperCase()}${part.slice(1)} ${what}`;
  return site.term.system ? { kind: 'symptom', name, system: site.term.system } : { kind: 'symptom', name };
}

function described(
  text: string,
  { term, start, end, confidence }: Finding,
  terms: readonly TermMatch[],
  times: readonly TimeMatch[],
): MentionInput {
  const { assertion, experiencer } = assertionAt(text, start, end);
  const clause = clauseAt(text, start);
  // What was said of an earlier finding is not said of this one.
  const previous = terms.findLast((other) => isFinding(other) && other.end <= start)?.end ?? 0;
  const before = text.slice(Math.max(clause.start, previous), start);
  const after = text.slice(end, clause.end);
  const mention: MentionInput = {
    kind: term.kind === 'condition' ? 'condition' : 'symptom',
    name: term.name,
    quote: text.slice(start, end),
    start,
    assertion,
    experiencer,
    confidence,
  };
  if (term.kind === 'condition') {
    const over =
      RESOLVED.test(before) || REMISSION_AFTER.test(after) || (EVENTS.has(term.name) && HAPPENED.test(before));
    mention.status = over ? 'resolved' : 'active';
  }
  const severity = severityOf(before, after);
  const duration = durationOf(before, after);
  const site = term.kind === 'symptom' ? bodySiteOf(text, { start, end }, clause, terms) : undefined;
  const time = timeOf(text, start, end, times);
  if (severity) mention.severity = severity;
  if (duration) mention.duration = duration;
  if (site) mention.body_site = site;
  if (time) mention.effective_time = time;
  return mention;
}

/** When it began or happened: the nearest past time of the same clause, else one that opens the sentence. */
function timeOf(text: string, start: number, end: number, times: readonly TimeMatch[]): string | undefined {
  const sentence = sentenceAt(text, start);
  const clause = clauseAt(text, start);
  const inside = times.filter((time) => !time.future && time.start >= clause.start && time.end <= clause.end);
  const opening = times.find((time) => !time.future && time.start >= sentence.start && time.start - sentence.start < 4);
  return (inside.find((time) => time.start >= end) ?? inside.at(-1) ?? opening)?.iso;
}

/** "My hands are numb" is one finding, not also "numb". */
function outermost(findings: Finding[]): Finding[] {
  return findings.filter((one, index) =>
    findings.every(
      (other, place) =>
        place === index ||
        one.start < other.start ||
        one.end > other.end ||
        (one.start === other.start && one.end === other.end && index < place),
    ),
  );
}

function isFinding({ term }: TermMatch): boolean {
  return term.kind === 'condition' || term.kind === 'symptom';
}

function isBody({ term }: TermMatch): boolean {
  return term.kind === 'body_site' || term.kind === 'body_system';
}
