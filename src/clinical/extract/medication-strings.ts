/** Mentions out of drug strings ("Lisinopril 10 MG Oral Tablet"): by the vocabulary's name where it knows the ingredient, else by the string's own. */
import type { MentionInput } from '../../record/mention.ts';
import type { DrugString, Ingredient } from '../medicines/drug-string.ts';
import { termNamed } from '../vocabulary/find-terms.ts';

/** What follows a substance and does not change it: its salt, its water, its standard. */
const SALT =
  /[\s,]+(?:\((?:usp|human|recombinant(?:\s+human)?)\)|hydrochloride|hcl|hydrobromide|sulfate|sulphate|sodium|potassium|phosphate|acetate|succinate|tartrate|maleate|fumarate|mesylate|besylate|citrate|nitrate|bromide|chloride|gluconate|lactate|propionate|dipropionate|valerate|furoate|acetonide|monohydrate|dihydrate|trihydrate|anhydrous|dihydrochloride|hyclate|medoxomil|cilexetil|axetil|proxetil|mofetil|disodium|calcium|magnesium|tromethamine|pamoate|palmitate|decanoate|enanthate|cypionate|bitartrate|extract|preparation|usp|modified|hfa|er|xr|sr|dr|ec|odt)$/iu;

export function mentionOf(text: string, drug: DrugString): MentionInput {
  const { ingredients, form, route, start, end } = drug;
  const name = nameOf(ingredients);
  const [first] = ingredients as [Ingredient, ...Ingredient[]];
  const sameUnit = ingredients.every(({ unit }) => unit === first.unit);
  const mention: MentionInput = {
    kind: 'medication',
    name,
    quote: text.slice(start, end),
    start,
    value: ingredients.length === 1 ? first.value : ingredients.map(({ value }) => value).join('-'),
    confidence: termNamed(name, ['drug']) ? 0.95 : 0.8,
  };
  if (sameUnit) mention.unit = first.unit;
  if (form) mention.form = form;
  if (route) mention.route = route;
  return mention;
}

function nameOf(ingredients: readonly Ingredient[]): string {
  const names = ingredients.map(({ name }) => canonical(name));
  if (names.length === 1) return names[0] as string;
  const joined = [together(names), together(names.toReversed())];
  const known = joined.map((name) => termNamed(name, ['drug'])?.name).find((name) => name !== undefined);
  return known ?? (joined[0] as string);
}

/** "A and b", "A, b and c". */
function together(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  const lower = rest.map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`);
  const last = lower.pop();
  return `${[first, ...lower].join(', ')} and ${last}`;
}

/** The vocabulary's name if the ingredient is one of its drugs, with or without its salt; never that of a name alike. */
function canonical(written: string): string {
  for (let name = written, next = written; ; name = next) {
    const known = termNamed(name, ['drug']);
    if (known) return known.name;
    next = name.replace(SALT, '');
    if (next === name) return written;
  }
}
