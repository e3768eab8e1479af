/**
 * Whether a work meets what is required, as far as its data says. A required phase, design or date that a work does not state is not met;
 * population and language, which few sources state, are held against a work only where it states others.
 */
import type { Population, Requirements } from '../requirements.ts';
import { isNamed, type NamedText } from './names.ts';
import type { Work } from './search.ts';

const PHASE = /\bphases?[ -]{0,2}(1|2|3|4|IV|I{1,3})[ab]?\b(?:[ /|-]{0,3}(?:phase )?(2|3|II|III)\b)?/gi;
const ROMAN: Readonly<Record<string, string>> = { i: '1', ii: '2', iii: '3', iv: '4' };
/** What an abstract calls the people of each group. */
const WORDS: Readonly<Record<Population, readonly string[]>> = {
  infants: ['infant', 'newborn', 'neonate', 'neonatal', 'baby'],
  children: ['child', 'paediatric', 'pediatric', 'adolescent', 'boy', 'girl', 'childhood'],
  adults: ['adult'],
  'older adults': ['older adult', 'older people', 'older patient', 'elderly', 'geriatric', 'nursing home', 'aged 65'],
  women: ['woman', 'female'],
  men: ['man', 'male'],
  pregnancy: ['pregnancy', 'pregnant', 'gestational', 'antenatal', 'prenatal', 'obstetric'],
};

/** Null if it meets all; else what it fails, in words that can be counted. */
export function failureOf(work: Work, text: NamedText, required: Requirements): string | null {
  const { phases, designs, populations, since, until, languages, excluding } = required;
  if (phases) {
    const own = phasesOf(work);
    if (own.length === 0) return 'no phase stated';
    if (!phases.some((phase) => own.includes(phase))) return 'another phase';
  }
  if (designs && !designs.includes(work.evidence))
    return work.evidence === 'unknown' ? 'kind of evidence not stated' : 'another kind of evidence';
  if ((since || until) && !work.date) return 'no date';
  if (since && (work.date ?? '') < since.slice(0, work.date?.length)) return 'too old';
  if (until && (work.date ?? '').slice(0, until.length) > until) return 'too new';
  if (languages && work.language && !languages.includes(work.language)) return 'another language';
  if (populations && isAboutOthers(work, text, populations)) return 'another population';
  return excluding?.some((name) => isNamed(text, name)) ? 'excluded by you' : null;
}

function phasesOf({ phase, title, text = '' }: Work): string[] {
  const stated = phase ? phase.replace(/PHASE_?/gi, 'phase ') : `${title} ${text}`;
  const found = [...stated.matchAll(PHASE)].flatMap(([, first = '', second = '']) => [first, second]);
  return [...new Set(found.filter(Boolean).map((each) => ROMAN[each.toLowerCase()] ?? each))];
}

function isAboutOthers({ populations: own }: Work, text: NamedText, wanted: readonly Population[]): boolean {
  if (wanted.some((group) => own?.includes(group) || WORDS[group].some((word) => isNamed(text, word)))) return false;
  const others = (Object.keys(WORDS) as Population[]).filter((group) => !wanted.includes(group));
  return (own?.length ?? 0) > 0 || others.some((group) => WORDS[group].some((word) => isNamed(text, word)));
}
