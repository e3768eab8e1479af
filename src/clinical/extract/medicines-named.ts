/** Which names of a text are medicines, each once: no salt, no form, no kind and no other name beside its own medicine. */
import type { Stretch } from '../text/places.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

/** Words that name a kind beside the medicine itself: "warfarin, a blood thinner". */
const APPOSITION = 30;
/** "Albuterol inhaler" is one thing; "my inhaler" is also one. */
const FORMS_ONLY: ReadonlySet<string> = new Set(['Inhaler', 'Eye drops']);
const AS_FORM = 10;
/** "ASA II": how fit for an operation somebody is. */
const ASA_CLASS = /^\s+(?:class\s+|grade\s+|score\s+)?(?:[IV]{1,3}|[1-5])(?![\d.])/u;
/** "I take a prenatal", which "prenatal care" is not. */
const TAKING_IT = /\b(?:tak(?:e|es|ing)|on)\s+(?:(?:an?|my|the)\s+)?prenatals?$|prenatal\s/i;
/** "Losartan potassium": the salt of a medicine is none of its own. */
const SALT = /^(?:potassium|sodium|calcium|magnesium)$/i;

/** Each place once; not inside a drug string; no kind beside its own medicine. */
export function medicinesAmong(text: string, terms: readonly TermMatch[], strings: readonly Stretch[]): TermMatch[] {
  const drugs = withOwnNames(
    text,
    terms.filter(
      (match, index) =>
        match.term.kind === 'drug' &&
        !strings.some(({ start, end }) => match.start < end && start < match.end) &&
        !terms.slice(0, index).some(({ term, start }) => term.kind === 'drug' && start === match.start),
    ),
  );
  return drugs.filter((drug, index) => {
    const kind = drug.term.drugClass?.toLowerCase();
    const before = drugs[index - 1];
    if (before && drug.start - before.end === 1 && SALT.test(drug.text)) return false;
    if (/^prenatal/i.test(drug.text) && !TAKING_IT.test(text.slice(Math.max(0, drug.start - 14), drug.end)))
      return false;
    if (drug.text === 'ASA' && ASA_CLASS.test(text.slice(drug.end, drug.end + 12))) return false;
    if (FORMS_ONLY.has(drug.term.name)) return !before || drug.start - before.end > AS_FORM;
    if (drug.term.name.toLowerCase() !== kind) return true;
    return ![drugs[index - 1], drugs[index + 1]].some(
      (other) =>
        other?.term.drugClass?.toLowerCase() === kind &&
        Math.max(drug.start - other.end, other.start - drug.end) < APPOSITION,
    );
  });
}

/** "Lithium (Priadel) 800 mg": two names of one medicine. */
function withOwnNames(text: string, drugs: readonly TermMatch[]): TermMatch[] {
  const named: TermMatch[] = [];
  for (const drug of drugs) {
    const last = named.at(-1);
    const isSame =
      last?.term.name === drug.term.name &&
      text.charAt(drug.end) === ')' &&
      /^\s?\($/.test(text.slice(last.end, drug.start));
    if (last && isSame) named[named.length - 1] = { ...last, end: drug.end + 1 };
    else named.push(drug);
  }
  return named;
}
