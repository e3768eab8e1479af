/** The kind of evidence of a source: by its publication types where it has some, else by its own words. */
import type { EvidenceLevel } from '../requirements.ts';

const BY_TYPE: readonly [RegExp, EvidenceLevel][] = [
  [/guideline|consensus/i, 'guideline'],
  [/systematic review|meta-?analysis/i, 'systematic review'],
  [/randomi[sz]ed/i, 'randomised trial'],
  [/clinical trial|controlled trial/i, 'trial'],
  [/observational|cohort|case-control|comparative study|multicenter/i, 'cohort'],
  [/case report/i, 'case'],
  [/editorial|comment|letter|news|review/i, 'opinion'],
];

const BY_WORDS: readonly [RegExp, EvidenceLevel][] = [
  [
    /\b(?:clinical practice )?guidelines?\b(?=.{0,80}\b(?:recommend|panel|society|committee|update|for the)\b)|\bconsensus statement\b/i,
    'guideline',
  ],
  [/\bsystematic(?:ally)? review|\bmeta-?analys[ie]s\b|\bcochrane\b/i, 'systematic review'],
  [
    /(?<!\bnon-?)\brandomi[sz]ed,? (?:\w+[ -]){0,3}(?:trial|study|studies|to|into|placebo|double)\b|\brandomly (?:assigned|allocated)\b|\bplacebo-controlled\b|\bdouble-blind\b/i,
    'randomised trial',
  ],
  [/\bphase (?:[1-4]|I{1,3}V?|IV)\b|\bclinical trial\b|\bopen-label\b|\bsingle-arm\b/i, 'trial'],
  [
    /\bcohort\b|\bcase-control\b|\bcross-sectional\b|\bretrospective(?:ly)?\b|\bregistry\b|\bobservational\b|\bprospective(?:ly)?\b/i,
    'cohort',
  ],
  [/\bcase report\b|\bcase series\b|\bwe (?:report|describe) (?:a|the|two|three) (?:case|patient)s?\b/i, 'case'],
  [/\beditorial\b|\bopinion\b|\bperspective\b|\bcommentary\b/i, 'opinion'],
];

/** By the types that a database gives a publication. */
export function evidenceByTypes(types: readonly string[]): EvidenceLevel {
  for (const [pattern, level] of BY_TYPE) if (types.some((type) => pattern.test(type))) return level;
  return 'unknown';
}

/** By title and abstract, for sources that nobody has classified. */
export function evidenceByWords(text: string): EvidenceLevel {
  for (const [pattern, level] of BY_WORDS) if (pattern.test(text)) return level;
  return 'unknown';
}
