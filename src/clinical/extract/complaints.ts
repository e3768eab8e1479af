/**
 * Symptoms told as sentences and not by their names: "I keep throwing up" (from `data/complaints.psv`), and a part of the body with
 * what is wrong with it, "my knee is killing me", "numbness in my left hand".
 */
import { Phrases } from '../text/phrases.ts';
import { readingOf } from '../text/reading.ts';
import type { Token } from '../text/tokens.ts';
import { type Term, type TermMatch, termNamed } from '../vocabulary/find-terms.ts';
import { readTable } from '../vocabulary/table.ts';

export type Finding = { term: Term; start: number; end: number; confidence: number };

export const COMPLAINTS = readTable('complaints', ['phrase', 'symptom']);

const phrases = new Phrases<Term>(
  COMPLAINTS.flatMap(({ phrase, symptom }) => {
    const term = termNamed(symptom, ['symptom']);
    return term ? [{ phrase, value: term }] : [];
  }),
);

const HOW =
  '(?:(?:really|very|so|still|always|also|just|constantly|sometimes|quite|a\\s+(?:bit|little)|extremely|all|been|often|kinda|kind\\s+of|super|too|both|getting|starting\\s+to|started\\s+to|started|keeps?|begins?\\s+to|began\\s+to|now|fucking|freaking)\\s+)*';
const BE =
  "(?:is|are|was|were|feels?|felt|has\\s+been|have\\s+been|['’]s\\s+been|been|got|gets?|gone|went|goes|looks?|keeps?|becomes?|became|turned|seems?|['’]s|s\\s+been)";
/** What is wrong, by the word that says it; all else is pain. */
const STATES: readonly (readonly [string, string])[] = [
  ['swollen|swelling(?:\\s+up)?|swelled(?:\\s+up)?|swells?(?:\\s+up)?|puffy|puffed\\s+up', 'swelling'],
  ['numb|dead', 'numbness'],
  ['itchy|itch(?:es|ing)?', 'itching'],
  ['stiff|locked\\s+up|locks\\s+up|seized\\s+up', 'stiffness'],
  ['tingling|tingly|tingles?|prickl(?:y|ing)', 'tingling'],
  ['tight|tightening(?:\\s+up)?', 'tightness'],
  ['weak|giving\\s+out|gives?\\s+out|gave\\s+out|give\\s+way', 'weakness'],
  ['bleeding|bleeds?', 'bleeding'],
  ['twitch(?:es|ing|y)?', 'twitching'],
  ['cramp(?:s|ing|ed)?(?:\\s+up)?', 'cramps'],
  ['bruised', 'bruising'],
];
const HURTING =
  'hurts?|hurting|ach(?:es?|ing|y)|sore|painful|tender|killing\\s+me|kills?(?:\\s+me)?|throb(?:s|bing)?|burn(?:s|ing)?|sting(?:s|ing)?|pounding|in\\s+(?:a\\s+lot\\s+of\\s+)?(?:pain|agony)|acting\\s+up|act(?:s|ed)\\s+up|bothering\\s+me|bothers?\\s+me|flar(?:es|ed|ing)\\s+up|screaming|on\\s+fire';
const SAID_OF_SITE = new RegExp(
  `^\\s+(?:hurts?|aches?|itch(?:es)?|${HOW}${BE}?\\s*${HOW}(?:(?:hurting|${HURTING})|${STATES.map(([words]) => `(${words})`).join('|')}))\\b(?!\\s+(?:control|feeling\\s+better))`,
  'iu',
);
/** "Pain in my left knee": the complaint, what it is called, and whether the site makes a name with it. */
const WHAT: Readonly<Record<string, string>> = {
  pain: 'pain',
  swelling: 'swelling',
  numbness: 'numbness',
  tingling: 'tingling',
  'sharp pain': 'pain',
  'burning pain': 'pain',
  throbbing: 'pain',
  tenderness: 'pain',
  'muscle stiffness': 'stiffness',
  weakness: 'weakness',
};
const AT_SITE =
  /^\s+(?:(?:is|are|was|all)\s+)?(?:in|on|around|behind|under|near|down|across|over|inside|at|between|of|to|into|through|throughout)\s+(?:(?:my|the|both|one|his|her|of|each)\s+)*(?:(?:left|right|upper|lower|inner|outer|whole|entire|side|back|top|front|bottom|sides)\s+(?:(?:of|side)\s+)*(?:(?:my|the|both)\s+)?)*$/iu;
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

/** "My knee is sore", "my hands are numb". */
function saidOfSites(text: string, terms: readonly TermMatch[]): Finding[] {
  return terms.filter(isBody).flatMap((site) => {
    const match = SAID_OF_SITE.exec(text.slice(site.end, site.end + SITE_AHEAD));
    if (!match) return [];
    const state = STATES[match.slice(1).findIndex((group) => group !== undefined)]?.[1];
    const what = state ?? (/^\s+itch/iu.test(match[0]) ? 'itching' : 'pain');
    return [{ term: siteTerm(site, what), start: site.start, end: site.end + match[0].length, confidence: 0.85 }];
  });
}

/** "Pain in my left knee" is knee pain; null if the symptom is none of a place, or no place follows. */
export function atSite(
  text: string,
  { term, end }: TermMatch,
  terms: readonly TermMatch[],
  index: number,
): Finding | null {
  const what = WHAT[term.name.toLowerCase()];
  if (!what) return null;
  for (let next = index + 1; next < terms.length; next += 1) {
    const site = terms[next] as TermMatch;
    if (site.start - end > GAP) return null;
    if (isBody(site) && AT_SITE.test(text.slice(end, site.start)))
      return { term: siteTerm(site, what), start: (terms[index] as TermMatch).start, end: site.end, confidence: 0.85 };
  }
  return null;
}

function siteTerm(site: TermMatch, what: string): Term {
  const written = site.text.toLowerCase();
  const part = site.term.kind === 'body_site' ? site.term.name : written;
  const known = termNamed(`${written} ${what}`, ['symptom']) ?? termNamed(`${part} ${what}`, ['symptom']);
  if (known) return known;
  const name = `${part.charAt(0).toUpperCase()}${part.slice(1)} ${what}`;
  return site.term.system ? { kind: 'symptom', name, system: site.term.system } : { kind: 'symptom', name };
}

export function isBody({ term }: TermMatch): boolean {
  return term.kind === 'body_site' || term.kind === 'body_system';
}
