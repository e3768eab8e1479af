/**
 * Symptoms told as sentences and not by their names: "I keep throwing up" (from `data/complaints.psv`), and a part of the body with
 * what is wrong with it, "my knee is killing me", "numbness in my left hand".
 */

import { patternsOf } from '../text/patterns.ts';
import { Phrases } from '../text/phrases.ts';
import { readingOf } from '../text/reading.ts';
import type { Token } from '../text/tokens.ts';
import { type TermMatch, termNamed } from '../vocabulary/find-terms.ts';
import { readTable } from '../vocabulary/table.ts';
import type { Term } from '../vocabulary/term.ts';
import { isPartOf } from './finding-details.ts';

const { pattern, source } = patternsOf('extract', 'complaints');

/** `site`: where, if it stands apart from the words of the finding. */
export type Finding = { term: Term; start: number; end: number; confidence: number; site?: TermMatch };

export const COMPLAINTS = readTable('complaints', ['phrase', 'symptom']);

const symptoms = new Map(
  [...new Set(COMPLAINTS.map(({ symptom }) => symptom))].map((name) => [
    name,
    termNamed(name, ['symptom', 'condition']),
  ]),
);
const phrases = new Phrases<Term>(
  COMPLAINTS.flatMap(({ phrase, symptom }) => {
    const term = symptoms.get(symptom);
    return term ? [{ phrase, value: term }] : [];
  }),
);

const HOW = source('HOW');
const BE = source('BE');
/** What is wrong, by the word that says it; all else is pain. */
const STATES: readonly (readonly [string, string])[] = [
  [
    'swollen|swelling(?:\\s+up)?|swelled(?:\\s+up)?|swells?(?:\\s+up)?|puffy|puff(?:s|ed|ing)?\\s+up|blew\\s+up|(?:came|come|comes|gone)\\s+up\\s+like|up\\s+like|balloon(?:s|ed|ing)',
    'swelling',
  ],
  ['numb|dead', 'numbness'],
  ['itchy|itch(?:es|ing)?', 'itching'],
  ['stiff|locked\\s+up|locks\\s+up|seized\\s+up', 'stiffness'],
  ['tingling|tingly|tingles?|prickl(?:y|ing)', 'tingling'],
  ['tight|tightening(?:\\s+up)?', 'tightness'],
  ['weak|giving\\s+out|gives?\\s+out|gave\\s+out|give\\s+way', 'weakness'],
  ['bleeding|bleeds?|ha?emorrhaging', 'bleeding'],
  ['twitch(?:es|ing|y)?', 'twitching'],
  ['cramp(?:s|ing|ed)?(?:\\s+up)?', 'cramps'],
  ['bruised', 'bruising'],
];
const HURTING = source('HURTING');
const ALSO = '(?:(?:red|hot|warm|cold|hard|dry|bruised|big|shiny|purple|white|blue)\\s*(?:,|and|&)\\s*(?:and\\s+)?)*';
const STATE = `(?:(?:hurting|${HURTING})|${STATES.map(([words]) => `(${words})`).join('|')})`;
const SAID_OF_SITE = new RegExp(
  `^\\s+(?:${HOW}${BE}?\\s*${HOW}${ALSO}${STATE})\\b(?!\\s+(?:control|feeling\\s+better))`,
  'i',
);
/** "… and aches": of the same part, after what was said of it first. */
const SAID_TOO = new RegExp(
  `^(\\s*(?:,|and|&|,\\s*and)\\s+(?:it\\s+|they\\s+)?${HOW}(?:${BE}\\s+)?${HOW})${STATE}\\b`,
  'i',
);
/** "Pain in my left knee": the complaint, what it is called, and whether the site makes a name with it. */
const WHAT: ReadonlyMap<string, string> = new Map([
  ['pain', 'pain'],
  ['swelling', 'swelling'],
  ['numbness', 'numbness'],
  ['tingling', 'tingling'],
  ['sharp pain', 'pain'],
  ['burning pain', 'pain'],
  ['throbbing', 'pain'],
  ['tenderness', 'pain'],
  ['muscle stiffness', 'stiffness'],
  ['weakness', 'weakness'],
  ['skin lump', 'lump'],
]);
/** Names that hold for any place, where the place has no name of its own with it. */
const ANYWHERE: Readonly<Record<string, string>> = { cramps: 'Muscle cramps' };
const INJURIES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:broke|broken|fractured|cracked)\s+$/i, 'fracture'],
  [/\b(?:sprained|twisted|rolled)\s+$/i, 'sprain'],
  [/\bdislocated\s+$/i, 'dislocation'],
  [/\b(?:hurt|injured|tweaked|banged(?:\s+up)?|smashed|jammed)\s+$/i, 'pain'],
];
const OWNER = /\b(?:my|his|her|our|their|the|a|both)\s+(?:(?:left|right|upper|lower|both|other)\s+){0,6}$/i;
const AT_SITE = pattern('AT_SITE', 'i');
/** Longer gaps do not belong together, and need not be looked at. */
const GAP = 40;
const SITE_AHEAD = 80;

export function complaintsIn(text: string, terms: readonly TermMatch[]): Finding[] {
  return [...told(text), ...saidOfSites(text, terms)];
}

function told(text: string): Finding[] {
  const { tokens } = readingOf(text);
  return phrases.find(tokens).map(({ value, from, to }) => ({
    term: value,
    start: (tokens[from] as Token).start,
    end: (tokens[to - 1] as Token).end,
    confidence: 0.8,
  }));
}

/** "My knee is sore and swollen", "my hands are numb". */
function saidOfSites(text: string, terms: readonly TermMatch[]): Finding[] {
  return terms.filter(isBody).flatMap((site) => {
    const injury = injuryOf(text, site);
    const first = SAID_OF_SITE.exec(text.slice(site.end, site.end + SITE_AHEAD));
    if (!first) return injury;
    const findings = [complaint(site, stateOf(first, 1), site.start, site.end + first[0].length)];
    for (let end = site.end + first[0].length; ; ) {
      const next = SAID_TOO.exec(text.slice(end, end + SITE_AHEAD));
      if (!next) return [...injury, ...findings];
      findings.push({ ...complaint(site, stateOf(next, 2), end + (next[1] ?? '').length, end + next[0].length), site });
      end += next[0].length;
    }
  });
}

function stateOf(match: RegExpExecArray, from: number): string {
  return STATES[match.slice(from).findIndex((group) => group !== undefined)]?.[1] ?? 'pain';
}

function complaint(site: TermMatch, what: string, start: number, end: number): Finding {
  return { term: siteTerm(site, what), start, end, confidence: 0.85 };
}

/** "I broke my left wrist", "twisted my ankle". */
function injuryOf(text: string, site: TermMatch): Finding[] {
  const lead = text.slice(Math.max(0, site.start - GAP), site.start);
  const owner = OWNER.exec(lead);
  if (!owner) return [];
  const before = lead.slice(0, owner.index);
  for (const [pattern, what] of INJURIES) {
    const verb = pattern.exec(before);
    if (!verb) continue;
    const start = site.start - lead.length + verb.index;
    const known = termNamed(`${site.term.name} ${what}`, ['condition']) ?? termNamed(what, ['condition']);
    const term = what === 'pain' ? siteTerm(site, what) : known;
    return term ? [{ term, start, end: site.end, confidence: 0.8 }] : [];
  }
  return [];
}

/** "Pain in my left knee" is knee pain; null if the symptom is none of a place, or no place follows. */
export function atSite(
  text: string,
  { term, start, end, text: written }: TermMatch,
  terms: readonly TermMatch[],
  index: number,
): Finding | null {
  const what = written.toLowerCase().startsWith('cramp') ? 'cramps' : WHAT.get(term.name.toLowerCase());
  if (!what) return null;
  for (let next = index + 1; next < terms.length; next += 1) {
    const site = terms[next] as TermMatch;
    if (site.start - end > GAP) return null;
    const gap = text.slice(end, site.start);
    if (!isBody(site) || !AT_SITE.test(gap) || isPartOf(text, site.end)) continue;
    const found = { term: siteTerm(site, what), start, confidence: 0.85 };
    // "Numbness and tingling in my hand": the words of the first do not reach to the hand.
    return /^\s*(?:,|\/|and\b|or\b|&)/i.test(gap) ? { ...found, end, site } : { ...found, end: site.end };
  }
  return null;
}

function siteTerm(site: TermMatch, what: string): Term {
  const written = site.text.toLowerCase();
  const part = site.term.kind === 'body_site' ? site.term.name : written;
  const known =
    termNamed(`${written} ${what}`, ['symptom']) ??
    termNamed(`${part} ${what}`, ['symptom']) ??
    termNamed(ANYWHERE[what] ?? '', ['symptom']);
  if (known) return known;
  const name = `${part.charAt(0).toUpperCase()}${part.slice(1)} ${what}`;
  return site.term.system ? { kind: 'symptom', name, system: site.term.system } : { kind: 'symptom', name };
}

export function isBody({ term }: TermMatch): boolean {
  return term.kind === 'body_site' || term.kind === 'body_system';
}
