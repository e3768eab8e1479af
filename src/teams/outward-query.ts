/**
 * Builds every query that leaves for a search service, whoever planned it. An allow-list: of the wish only terms of the vocabulary and
 * the research words below are kept, each written as its table writes it. Free text cannot pass, so names, dates, phone numbers,
 * addresses and ids cannot either.
 *
 * What remains possible: a person's name that is also a term ("Mr Crohn") sends that term ("Crohn's disease"), never the word itself; and
 * the chosen terms together say what somebody is interested in. Typing errors are not guessed at here, because a name may resemble a
 * brand; allergens are left out, because many are also surnames (Birch, Rice), and organizations, because they say where somebody is.
 */
import { findTerms, matchesOf, type TermKind } from '../clinical/index.ts';
import type { OutwardQuery, SearchWish } from '../engine/models/outward-query.ts';

const KINDS: ReadonlySet<TermKind> = new Set<TermKind>([
  'condition',
  'symptom',
  'drug',
  'observation',
  'procedure',
  'body_system',
  'body_site',
]);
const MAX_TERMS = 12;
const NONE: ReadonlySet<string> = new Set();
/** The year alone, and none in which most people were born. */
const YEAR = /^(?:199\d|20\d\d)(?=-|$)/;

/** What is written, as a pattern, and what is sent for it. Populations are groups, never ages. */
export const RESEARCH_WORDS: readonly (readonly [pattern: string, sent: string])[] = [
  ...['1', '2', '3', '4'].map((phase) => [`phase ${phase}`, `phase ${phase}`] as const),
  ['randomi[sz]ed|rcts?', 'randomized'],
  ['clinical trials?|trials?', 'trial'],
  ['placebo', 'placebo'],
  ['systematic reviews?', 'systematic review'],
  ['meta-?analys[ie]s', 'meta-analysis'],
  ['reviews?', 'review'],
  ['(?:practice )?guidelines?|recommendations?', 'guideline'],
  ['consensus', 'consensus'],
  ['cohorts?', 'cohort'],
  ['registry|registries', 'registry'],
  ['case reports?|case series', 'case report'],
  ['treatments?|treating', 'treatment'],
  ['gene therap(?:y|ies)', 'gene therapy'],
  ['cell therap(?:y|ies)|stem cells?', 'cell therapy'],
  ['enzyme replacement', 'enzyme replacement'],
  ['antisense|exon skipping', 'antisense oligonucleotide'],
  ['monoclonal antibod(?:y|ies)', 'monoclonal antibody'],
  ['biologics?', 'biologic'],
  ['biosimilars?', 'biosimilar'],
  ['immunotherap(?:y|ies)', 'immunotherapy'],
  ['targeted therap(?:y|ies)', 'targeted therapy'],
  ['cognitive behaviou?ral therapy|cbt', 'cognitive behavioral therapy'],
  ['therap(?:y|ies)', 'therapy'],
  ['rehabilitation', 'rehabilitation'],
  ['exercise', 'exercise'],
  ['diets?|nutrition', 'diet'],
  ['vaccin(?:e|es|ation)', 'vaccine'],
  ['prevention|preventing', 'prevention'],
  ['screening', 'screening'],
  ['diagnos(?:is|tics?)', 'diagnosis'],
  ['biomarkers?', 'biomarker'],
  ['genetics?', 'genetics'],
  ['prognosis|outcomes?', 'prognosis'],
  ['mortality|survival', 'mortality'],
  ['relapses?|recurrence', 'recurrence'],
  ['remission', 'remission'],
  ['complications?', 'complications'],
  ['risk factors?|risks?', 'risk'],
  ['side effects?|adverse (?:events?|effects?)|safety', 'safety'],
  ['efficacy|effectiveness', 'efficacy'],
  ['interactions?', 'interaction'],
  ['dos(?:e|es|ing|age)', 'dose'],
  ['quality of life', 'quality of life'],
  ['epidemiology|prevalence|incidence', 'epidemiology'],
  ['causes?|mechanisms?|pathophysiology', 'mechanism'],
  ['infants?|newborns?|neonat(?:es?|al)', 'infants'],
  ['child(?:ren)?|pa?ediatrics?', 'children'],
  ['adolescents?|teenagers?', 'adolescents'],
  ['older adults?|elderly|geriatric', 'older adults'],
];
/** The first pattern that fits decides, so that longer phrases stand before their parts. */
const RESEARCH = new RegExp(RESEARCH_WORDS.map(([pattern]) => `\\b(${pattern})\\b`).join('|'), 'gi');

type Found = { start: number; end: number; sent: string };

/**
 * Null: nothing of the wish is in the vocabulary. Like all reading of texts it runs in a thread (reading.ts). `topics`: single words that a
 * team may send besides, from a closed list of its own.
 */
export function outwardQuery({ words, since }: SearchWish, topics: ReadonlySet<string> = NONE): OutwardQuery | null {
  const terms = findTerms(words).flatMap(({ term, start, end, fuzzy }): Found[] =>
    KINDS.has(term.kind) && !fuzzy ? [{ start, end, sent: term.name }] : [],
  );
  const isFree = ({ start, end }: Found) => !terms.some((term) => term.start < end && start < term.end);
  const others = topicWords(words, topics).filter(isFree);
  if (terms.length + others.length === 0) return null;
  const research = researchWords(words).filter(isFree);
  const sent = [terms, research, others]
    .flatMap((found) => found.slice(0, MAX_TERMS))
    .toSorted((a, b) => a.start - b.start);
  const year = YEAR.exec(since ?? '')?.[0];
  return {
    words: [...new Set(sent.map((found) => found.sent))].join(' '),
    ...(year !== undefined && { since: year }),
  } as OutwardQuery;
}

function topicWords(text: string, topics: ReadonlySet<string>): Found[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), (match) => {
    return { start: match.index, end: match.index + match[0].length, sent: match[0].toLowerCase() };
  }).filter(({ sent }) => topics.has(sent));
}

function researchWords(text: string): Found[] {
  return matchesOf(RESEARCH, text).flatMap((match) => {
    const nth = match.slice(1).findIndex((group) => group !== undefined);
    const sent = RESEARCH_WORDS[nth]?.[1];
    return sent ? [{ start: match.index, end: match.index + match[0].length, sent }] : [];
  });
}
