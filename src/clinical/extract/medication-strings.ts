/** Mentions from drug strings ("Lisinopril 10 MG Oral Tablet"), with the vocabulary's name of the ingredient if it has one. */
import type { MentionInput } from '../../record/index.ts';
import type { DrugString, Ingredient } from '../medicines/drug-string.ts';
import { patternsOf } from '../text/patterns.ts';
import { termNamed } from '../vocabulary/find-terms.ts';

const { pattern } = patternsOf('extract', 'medication-strings');

/** What follows a substance and does not change it: its salt, its water, its standard. */
const SALT = pattern('SALT', 'i');

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
