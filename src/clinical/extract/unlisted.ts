/**
 * A second reading of the findings, by the tagger. It adds what is in no table, named in the words of the text and said with less
 * confidence; it takes out a listed word where it is part of something else ("blood gas", "sputum culture"); and in a clinician's
 * report it says whether a listed condition is a diagnosis or a sign that was seen. A wrong fact in somebody's record is worse than a
 * missing one, so what patients write must be surer than a report.
 */

import type { SpanType } from '../tagger/labels.ts';
import { isLay, isReport, tellsOfSomebody } from '../tagger/register.ts';
import { chancesAt, type TaggedSpan, tagAround, tagText } from '../tagger/tag.ts';
import { ofWord } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { overlapping } from '../text/places.ts';
import { readingOf } from '../text/reading.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import type { Term, TermKind } from '../vocabulary/term.ts';
import type { Finding } from './complaints.ts';

const { pattern } = patternsOf('extract', 'unlisted');

const KINDS: Readonly<Partial<Record<SpanType, 'condition' | 'symptom'>>> = {
  Disease_disorder: 'condition',
  Sign_symptom: 'symptom',
};
/** What a listed word is part of when it is no finding. */
const OTHER_THINGS: ReadonlySet<SpanType> = new Set(['Diagnostic_procedure', 'Biological_structure']);
/** The vocabulary has its own word for what is there. */
const KNOWN: ReadonlySet<TermKind> = new Set(['condition', 'symptom', 'drug', 'observation', 'allergen']);

// How sure the tagger must be: measured on held-out documents, docs/decisions/015.
const SURE = { report: 0.4, patient: 0.8 };
const SURE_OF_OTHER = { report: 0.5, patient: 0.8 };
const REFUSED_IN_REPORT = 0.6;
const REFUSED_GUESS = 0.8;
/** What the vocabulary calls a condition stays one unless it is said far more as a sign. */
const DISEASE_SHARE = 0.3;
const UNSEEN = 0.1;
const CONFIDENCE = 0.6;
/** What somebody says they have is taken as meant, however it is spelt. */
const SAID_TO_HAVE = pattern('SAID_TO_HAVE', 'i');
const BEHIND = 40;

const ALWAYS_DISEASE = /^(?:[ST]|E1[01]|G40)/;
const MOST_WORDS = { report: 6, patient: 5 };
/** Letters of the shortest part of a word that the patterns below know. */
const SHORTEST = 3;
/** How names of diseases end, and what complaints are about: in a patient's words, a name without either is no name. */
const DISEASE_LIKE = pattern('DISEASE_LIKE', 'i');
const COMPLAINT_LIKE = pattern('COMPLAINT_LIKE', 'i');
/** "Ears are not ringing": that it is not so. */
const DENIES = /\b(?:am|is|are|was|were|do|does|did)(?:\s+not|n['’]t)\b/i;
/** "Feels fine" */
const WELL = /\b(?:fine|okay|ok|alright|all right)$/i;
/** "Non smoker": who somebody is, and not what they have. */
const PERSON = /\b(?:smoker|drinker|user|worker|driver|carer|teetotall?er|vegetarian|vegan)s?$/i;
const LEADING = pattern('LEADING', 'i');
const TRAILING =
  /(?:\s+(?:and|or|but|of|with|the|a|in|at|to|for|on|my|is|was|were|so|very|really|since|now|still|again|also))+$/i;

export function secondReading(text: string, listed: readonly Finding[], terms: readonly TermMatch[]): Finding[] {
  const report = isReport(text) && tellsOfSomebody(text);
  const patient = isLay(text);
  const spans = patient ? tagAround(text, wordsForMore(text, terms)) : tagText(text);
  const kept = listed.filter((finding) => !isRefused(text, finding, terms, patient, report));
  return [
    ...(report ? kept.map((finding) => asSeen(text, finding)) : kept),
    ...unlisted(text, listed, spans, terms, report),
  ].sort((a, b) => a.start - b.start);
}

/** In a patient's words: what speaks of a complaint or a disease where the vocabulary knows nothing. */
function wordsForMore(text: string, terms: readonly TermMatch[]): Stretch[] {
  return readingOf(text).tokens.filter(
    (token) =>
      token.word.length >= SHORTEST &&
      speaksOfComplaint(token.word === 'not' ? text.slice(token.start, token.end) : token.word) &&
      !overlapping(terms, token).some(({ term }) => KNOWN.has(term.kind)),
  );
}

/** ("Can't" is opened to "can not" when words are read, and speaks of one all the same.) */
const speaksOfComplaint = ofWord((word) => DISEASE_LIKE.test(word) || COMPLAINT_LIKE.test(word));

/** What a patient names is meant. A guess at a mistyped name, and a name in a note, must look like a finding. */
function isRefused(
  text: string,
  finding: Finding,
  terms: readonly TermMatch[],
  patient: boolean,
  report: boolean,
): boolean {
  const guess = overlapping(terms, finding).some(
    ({ fuzzy, start, end }) => fuzzy && start === finding.start && end === finding.end,
  );
  if (!guess && patient) return false;
  const here = overlapping(tagAround(text, [finding]), finding);
  if (here.some(({ type }) => KINDS[type])) return false;
  const sure = report ? SURE_OF_OTHER.report : SURE_OF_OTHER.patient;
  if (here.some(({ type, score }) => OTHER_THINGS.has(type) && score >= sure)) return true;
  if (!guess && !report) return false;
  if (guess && SAID_TO_HAVE.test(text.slice(Math.max(0, finding.start - BEHIND), finding.start))) return false;
  return chancesAt(text, finding, []).none >= (guess ? REFUSED_GUESS : REFUSED_IN_REPORT);
}

/** An illness or injury by its chapter of ICD-10, however it is spoken of. */
function isDisease({ code }: Term): boolean {
  return code !== undefined && ALWAYS_DISEASE.test(code.code);
}

/** A condition that a report speaks of as a sign. */
function asSeen(text: string, finding: Finding): Finding {
  if (finding.term.kind !== 'condition' || isDisease(finding.term)) return finding;
  const [disease = 0, sign = 0] = chancesAt(text, finding, ['Disease_disorder', 'Sign_symptom']).of;
  const either = disease + sign;
  if (either < UNSEEN || disease >= DISEASE_SHARE * either) return finding;
  return { ...finding, term: { ...finding.term, kind: 'symptom' } };
}

function unlisted(
  text: string,
  listed: readonly Finding[],
  spans: readonly TaggedSpan[],
  terms: readonly TermMatch[],
  report: boolean,
): Finding[] {
  return spans.flatMap((span) => {
    const kind = KINDS[span.type];
    if (!kind || span.score < (report ? SURE.report : SURE.patient)) return [];
    if (overlapping(listed, span).length > 0) return [];
    if (overlapping(terms, span).some(({ term }) => KNOWN.has(term.kind))) return [];
    const place = trimmed(text, span);
    const name = place && nameOf(text.slice(place.start, place.end), report ? MOST_WORDS.report : MOST_WORDS.patient);
    if (name && (WELL.test(name) || PERSON.test(name) || (!report && !isNameLike(name, kind)))) return [];
    return place && name ? [{ term: { kind, name }, ...place, confidence: CONFIDENCE }] : [];
  });
}

function isNameLike(name: string, kind: 'condition' | 'symptom'): boolean {
  return !/\d/.test(name) && !DENIES.test(name) && (kind === 'condition' ? DISEASE_LIKE : COMPLAINT_LIKE).test(name);
}

function trimmed(text: string, { start, end }: Stretch): Stretch | null {
  const words = text.slice(start, end);
  const lead = LEADING.exec(words)?.[0].length ?? 0;
  const tail = TRAILING.exec(words.slice(lead))?.[0].length ?? 0;
  return lead + tail < words.length ? { start: start + lead, end: end - tail } : null;
}

/** "brain zaps" -> "Brain zaps". A name is a few words with letters in them; one in capitals becomes lower case. */
function nameOf(words: string, atMost: number): string | null {
  const plain = words.replace(/\s+/g, ' ').trim();
  if (!/\p{L}{2}/u.test(plain) || plain.split(' ').length > atMost) return null;
  const name = /\p{Ll}/u.test(plain) || plain.length <= 6 ? plain : plain.toLowerCase();
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
