/** "Xalacom (latanoprost+timolol)", "Lipitor (atorvastatin) 20 mg": what stands in brackets behind a brand and is part of it is that brand. */
import type { TermMatch } from '../vocabulary/find-terms.ts';

const BRACKETED = /^\s{0,2}[([][^()[\]]{1,80}[)\]]/;

/** The same medicines; a brand reaches to the end of its brackets, and its ingredients there are none of their own. */
export function withIngredients(text: string, drugs: readonly TermMatch[]): readonly TermMatch[] {
  const kept: TermMatch[] = [];
  for (const drug of drugs) {
    const brand = kept.at(-1);
    if (brand && drug.end <= brand.end) continue;
    const bracket = BRACKETED.exec(text.slice(drug.end, drug.end + 90));
    const end = drug.end + (bracket?.[0].length ?? 0);
    const inside = drugs.filter((one) => one.start >= drug.end && one.end <= end);
    // "Zestril (lisinopril 20 mg)": the dose stands with the second name of the same medicine.
    const isDosed = /\d/.test(bracket?.[0] ?? '') && inside.some(({ term }) => term.name === drug.term.name);
    const isBrand = inside.length > 0 && !isDosed && inside.every((one) => isPartOf(one, drug));
    kept.push(isBrand ? { ...drug, end } : drug);
  }
  return kept;
}

function isPartOf(ingredient: TermMatch, brand: TermMatch): boolean {
  return brand.term.name.toLowerCase().includes(ingredient.term.name.toLowerCase());
}
