/**
 * Which medicine a drug string or a label is, under the record's name: all of its ingredients, each with its own strength, or the name
 * as it is written and no dose. Messages and imports read with it, so that one product is one medicine wherever it comes from.
 */
import { patternsOf } from '../text/patterns.ts';
import { findTerms, termNamed } from '../vocabulary/find-terms.ts';
import type { Term } from '../vocabulary/term.ts';
import { type Dose, dosesIn, formIn, routeIn } from './dosage.ts';
import { BESIDE_NAME, type DrugString, drugStringsIn, type Ingredient } from './drug-string.ts';

const { pattern } = patternsOf('medicines', 'drug-product');

export type DrugProduct = {
  name: string;
  term?: Term | undefined;
  dose?: Dose | undefined;
  form?: string | undefined;
  route?: string | undefined;
};

/** What follows a substance and does not change it: its salt, its water, its standard. */
const SALT = pattern('SALT', 'i');
/** What joins two substances, and is no "per" of a strength. */
const JOINT = /\s{0,3}[/+&,;]\s{0,3}|\s(?:and|with|plus)\s/i;

/** A label names one medicine, which the vocabulary need not know. */
export function productIn(label: string): DrugProduct {
  const [first, ...others] = drugStringsIn(label, true);
  if (first && others.length === 0 && !/\d\s?(?:mg|mcg|g|unt|units?|%)(?![\p{L}])/iu.test(label.slice(first.end))) {
    return productOf(first);
  }
  const doses = dosesIn(label);
  const drugs = findTerms(label).filter(({ term }) => term.kind === 'drug');
  const [drug] = drugs;
  if (drug && doses.length < 2 && drugs.every(({ term }) => term.name === drug.term.name)) {
    const rest = `${label.slice(0, drug.start)} ${label.slice(drug.end)}`.replace(BESIDE_NAME, ' ');
    const isHyphenated = label[drug.end] === '-' || label[drug.start - 1] === '-';
    const isOne = !first && !isHyphenated && !(JOINT.test(rest) && /\p{L}{4}/u.test(rest));
    if (isOne) {
      return {
        name: drug.term.name,
        term: drug.term,
        dose: doses[0]?.value,
        form: formIn(label),
        route: routeIn(label),
      };
    }
  }
  const names = first || doses.length > 0 ? [] : label.replace(BESIDE_NAME, ' ').split(JOINT).map(substance);
  if (names.length < 2 || !names.every((name) => termNamed(name, ['drug']))) return { name: label };
  const { dose: _, ...product } = productOf({ ingredients: names.map((name) => ({ name, value: 0, unit: '' })) });
  return product;
}

/** The dose of a text, which is of all ingredients where it gives the strength of each. */
export function doseIn(text: string): Dose | undefined {
  const several = drugStringsIn(text).find(({ ingredients }) => ingredients.length > 1);
  return several ? productOf(several).dose : dosesIn(text)[0]?.value;
}

export function productOf({
  ingredients,
  form,
  route,
}: Pick<DrugString, 'ingredients' | 'form' | 'route'>): DrugProduct {
  const named = ingredients.map((ingredient) => ({ ...ingredient, name: substance(ingredient.name) }));
  const { term, parts } = known(named) ?? known(named.toReversed()) ?? { parts: named };
  const units = new Set(parts.map(({ unit }) => unit));
  const [unit = ''] = units.size === 1 ? units : [];
  // "Estradiol 3 / estradiol 2 / dienogest 3": which strength is whose, two names cannot say.
  const names = new Set(parts.map(({ name }) => name)).size;
  const values = parts.map(({ value, unit: own }) => (units.size === 1 ? value : `${value} ${own}`));
  return {
    name: term?.name ?? together(named.map(({ name }) => name)),
    ...(term && { term }),
    ...((names === 1 || names === parts.length) && {
      dose: { value: values.length === 1 ? (values[0] as number) : values.join(units.size === 1 ? '/' : ' / '), unit },
    }),
    ...(form && { form }),
    ...(route && { route }),
  };
}

/** The vocabulary's product, with the strengths in the order of its name. */
function known(parts: readonly Ingredient[]): { term: Term; parts: readonly Ingredient[] } | null {
  const term = termNamed(together(parts.map(({ name }) => name)), ['drug']);
  const place = ({ name }: Ingredient) => term?.name.toLowerCase().indexOf(name.toLowerCase()) ?? -1;
  if (!term || parts.some((part) => place(part) < 0)) return null;
  return parts.length === 1 && term.name !== parts[0]?.name
    ? null
    : { term, parts: parts.toSorted((a, b) => place(a) - place(b)) };
}

/** "A and b", "A, b and c"; one that is named twice in two forms once. */
function together(names: readonly string[]): string {
  const [first = '', ...rest] = new Set(names);
  const lower = rest.map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`);
  const last = lower.pop();
  return last === undefined ? first : `${[first, ...lower].join(', ')} and ${last}`;
}

/** The vocabulary's name if it is one of its drugs, with or without its salt; never that of a name alike, nor of a product that has it. */
function substance(written: string): string {
  for (let name = written.trim(), next = name; ; name = next) {
    const known = termNamed(name, ['drug']);
    if (known && (!known.name.includes(' and ') || JOINT.test(name))) return known.name;
    next = name.replace(SALT, '');
    if (next === name) return written.trim();
  }
}
