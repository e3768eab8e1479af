/** Mentions from drug strings: "Lisinopril 10 MG Oral Tablet", "sacubitril 24 mg/valsartan 26 mg". */
import type { MentionInput } from '../../record/index.ts';
import { productOf } from '../medicines/drug-product.ts';
import { type DrugString, drugStringsIn } from '../medicines/drug-string.ts';
import { termNamed } from '../vocabulary/find-terms.ts';
import { partsOf } from '../vocabulary/parts.ts';

/** "Lisinopril 10 mg / metformin 500 mg" may be a list: without a form it is one medicine if it is known as one, or written as one word. */
export function productsAmong(text: string): DrugString[] {
  return drugStringsIn(text).filter((string) => {
    const { ingredients, form, brand, route, start, end } = string;
    if (ingredients.length === 1 || form || brand || route) return true;
    const { name, term } = productOf(string);
    const isTight = !/\s\/|\/\s/.test(text.slice(start, end));
    return term !== undefined || (isTight && partsOf(name).every((part) => termNamed(part.name, ['drug'])));
  });
}

export function mentionOf(text: string, string: DrugString): MentionInput {
  const { start, end } = string;
  const { name, term, dose, form, route } = productOf(string);
  const mention: MentionInput = {
    kind: 'medication',
    name,
    quote: text.slice(start, end),
    start,
    confidence: term ? 0.95 : 0.8,
  };
  if (dose) mention.value = dose.value;
  if (dose?.unit) mention.unit = dose.unit;
  if (form) mention.form = form;
  if (route) mention.route = route;
  return mention;
}
