/** The checks of validate_against_spec: each requirement, invariant and criterion is looked for in the artifact. */
import { contains, contentsOf } from './containment.ts';
import { decide } from './criteria.ts';
import { requirementsOf } from './requirements.ts';
import { allStems, coverage } from './similarity.ts';
import { stemOf, termsOf, wordsOf } from './words.ts';

export type CheckKind = 'specification' | 'invariant' | 'acceptance_criterion';
export type Severity = 'minor' | 'major' | 'critical';
/** `decided`: by counting or looking. Otherwise by comparing words, which may be wrong. */
export type Check = {
  criterion: string;
  kind: CheckKind;
  met: boolean;
  decided: boolean;
  severity: Severity;
  message: string;
  hint: string;
};

export type Checked = { artifact: string; specification: string; invariants: string[]; acceptance_criteria: string[] };

/** Of the weight of an item's words. A heading of two telling words is covered if one of them is. */
const COVERED = 0.5;
/** A sentence of prose says more than what must be built: less of it counts as covered, and half of that as missed altogether. */
const PROSE_COVERED = 0.4;
const HINTED_WORDS = 6;

export function checksOf({ artifact, specification, invariants, acceptance_criteria }: Checked): Check[] {
  const contents = contentsOf(artifact);
  const stems = allStems(artifact);
  const covered = (text: string, kind: CheckKind, least: number, prose = false): Check => {
    const found = coverage(text, stems);
    const missing = missingWords(text, stems);
    return {
      criterion: text,
      kind,
      met: found >= least,
      decided: false,
      severity: prose && found >= least / 2 ? 'minor' : 'major',
      message: `${Math.round(found * 100)} % of its words are in the artifact`,
      hint: `Include: ${prose ? missing.slice(0, HINTED_WORDS).join(', ') : text}`,
    };
  };
  const { items, listed } = requirementsOf(specification);
  const required = items.map((item) => covered(item, 'specification', listed ? COVERED : PROSE_COVERED, !listed));
  return [
    ...required,
    ...invariants.map((invariant): Check => {
      const met = contains(contents, invariant);
      const severity = termsOf(invariant).some(({ number }) => number) ? 'critical' : 'major';
      const message = 'The artifact does not state it';
      return {
        criterion: invariant,
        kind: 'invariant',
        met,
        decided: false,
        severity,
        message,
        hint: `Include: ${invariant}`,
      };
    }),
    ...acceptance_criteria.map((criterion): Check => {
      const decision = asksForEveryItem(criterion) ? everyItem(required) : decide(criterion, artifact);
      if (!decision) return covered(criterion, 'acceptance_criterion', COVERED);
      return { criterion, kind: 'acceptance_criterion', decided: true, severity: 'major', ...decision };
    }),
  ];
}

function missingWords(text: string, stems: ReadonlySet<string>): string[] {
  return [...new Set(termsOf(text).flatMap(({ stem, text: word }) => (stems.has(stem) ? [] : [word])))];
}

const EVERY = new Set(['every', 'each', 'all'].map(stemOf));
const ITEM = new Set(['heading', 'section', 'item', 'point', 'topic', 'requirement', 'chapter'].map(stemOf));

/** "Every heading of the specification is covered." */
function asksForEveryItem(criterion: string): boolean {
  const stems = wordsOf(criterion).map(({ text }) => stemOf(text));
  return stems.some(
    (stem, index) => EVERY.has(stem) && stems.slice(index + 1, index + 4).some((next) => ITEM.has(next)),
  );
}

function everyItem(required: readonly Check[]) {
  const missed = required.filter(({ met }) => !met).map(({ criterion }) => criterion);
  return {
    met: missed.length === 0,
    message: `${missed.length} of ${required.length} are not covered`,
    hint: `Include: ${missed.join('; ')}`,
  };
}
