/**
 * Which medicines do not go together, and which do not go with an allergy, by table and without any guessing. What the table does
 * not hold is unknown, not safe: `unknown` says which names it has nothing about.
 */

import { createTextCache, ofWord } from '../text/cache.ts';
import { type Word, wordsOf } from '../text/words.ts';
import { drugs } from '../vocabulary/drugs.ts';
import { findTerms, termNamed } from '../vocabulary/find-terms.ts';
import { partsOf } from '../vocabulary/parts.ts';
import { listOf } from '../vocabulary/table.ts';
import { ALLERGY_REACH, GROUPS, MORE_SUBSTANCES, PAIRS } from './interactions-table.ts';

export type Severity = 'contraindicated' | 'serious' | 'caution';

export type Conflict = {
  kind: 'interaction' | 'allergy' | 'twice';
  /** The asked medicine first; then what it clashes with, as it is called in the record. */
  between: [string, string];
  severity: Severity;
  why: string;
  source: string;
};

export type Allergy = { name: string; reaction?: string | undefined };

const BY_SEVERITY: readonly Severity[] = ['contraindicated', 'serious', 'caution'];

/** `parts` are the medicines that a combination is made of. */
type Substance = { name: string; drugClass?: string | undefined; parts: readonly Substance[] };

const MORE = new Map(
  MORE_SUBSTANCES.flatMap(({ name, drugClass, aliases }) =>
    [name, ...listOf(aliases)].map((alias): [string, Substance] => [folded(alias), { name, drugClass, parts: [] }]),
  ),
);
/** How many words the longest alias has that begins with a word. */
const LONGEST_FROM = new Map<string, number>();
for (const alias of MORE.keys()) {
  const words = alias.split(' ');
  const first = String(words[0]);
  LONGEST_FROM.set(first, Math.max(words.length, LONGEST_FROM.get(first) ?? 0));
}
const MEMBERS = new Map(GROUPS.map(({ name, members }) => [name, listOf(members)]));

type Rule = {
  sides: readonly [ReadonlySet<string>, ReadonlySet<string>];
  severity: Severity;
  why: string;
  source: string;
  /** The graver first, then as the table has them. */
  place: number;
};

/** Each row as two sets of drug names and classes. */
const RULES: readonly Rule[] = PAIRS.map(({ one, other, severity, why, source }) => ({
  sides: [sideOf(one), sideOf(other)] as const,
  severity: severity as Severity,
  why,
  source,
}))
  .toSorted((a, b) => BY_SEVERITY.indexOf(a.severity) - BY_SEVERITY.indexOf(b.severity))
  .map((rule, place) => ({ ...rule, place }));
/** By each name and class that a row has on either side. */
const RULES_WITH = new Map<string, Rule[]>();
for (const rule of RULES) {
  for (const entry of new Set(rule.sides.flatMap((side) => [...side]))) {
    const rules = RULES_WITH.get(entry);
    if (rules) rules.push(rule);
    else RULES_WITH.set(entry, [rule]);
  }
}
const REACH = ALLERGY_REACH.map(({ allergen, concerns, severity, why, source }) => ({
  allergen: sideOf(allergen),
  concerns: sideOf(concerns),
  severity: severity as Severity,
  why,
  source,
}));
const PREGNANCY = 'pregnancy';
/** Classes of which nobody should need two. Others hold unlike things, or are commonly combined. */
const ONE_AT_A_TIME = sideOf('one at a time');

/** What the asked medicines do with one another, with those that are taken and with the allergies, the mostSevere first. */
export function conflicts(asked: readonly string[], taken: readonly string[], allergies: readonly Allergy[]) {
  const news = unique(asked.map(substanceOf));
  const current = unique(taken.map(substanceOf)).filter(({ name }) => !news.some((other) => other.name === name));
  const pairs = news.flatMap((one, index) =>
    [...news.slice(index + 1), ...current].map((other) => [one, other] as const),
  );
  const found = [
    ...news.flatMap((one) => allergies.flatMap((allergy) => allergyConflict(one, allergy))),
    ...pairs.flatMap(
      ([one, other]) => sharedPart(one, other) ?? interaction(one, other) ?? sameClass(one, other) ?? [],
    ),
  ];
  return found.toSorted((a, b) => BY_SEVERITY.indexOf(a.severity) - BY_SEVERITY.indexOf(b.severity));
}

/** The medicines and other substances that a text names, by their canonical names, in reading order. */
export function substancesIn(text: string): readonly string[] {
  return memory(text, () => searched(text));
}

/** "If my potassium comes back high" is a value; "potassium tablets" are swallowed. */
const SWALLOWS = /\b(?:tak\w+|took|tablets?|pills?|supplements?|capsules?|eat\w*|drink\w*)\b/i;

const HAS_VALUE =
  /^(?: levels?)?(?:(?: (?:was|is|at|of|came back(?: at)?)|\s?[:=]) ?\d{1,4}|\s\d{1,3}\.\d)(?![\d.]{0,5}\s?(?:mg|mcg|g|meq|iu)\b)/i;

/** The same, without tests that are named like a substance. `swallows`: the words beside which the name means the substance. */
export function swallowedIn(text: string, swallows = SWALLOWS): readonly string[] {
  const named = substancesIn(text);
  const tests = named.length === 0 ? [] : findTerms(text).filter(({ term }) => term.kind === 'observation');
  // "I take lisinopril. My potassium was 3.3": what has a value is a test, whatever else is taken.
  const meant = swallows.test(text) ? tests.filter(({ end }) => HAS_VALUE.test(text.slice(end, end + 30))) : tests;
  return meant.length === 0 ? named : named.filter((name) => !meant.some(({ term }) => term.name === name));
}

const ALCOHOL = 'Alcohol';
/** "Can I drink at a party?", "is it ok to have a drink?": without its object it is alcohol. */
const DRINKING =
  /\b(?:can|could|may|should|ok(?:ay)?|safe|fine)\b[^.?!]{0,20}\b(?:drink(?=\s*[?!.]|\s*$|\s+(?:at|on|tonight|this|while|when|again|socially|in moderation|there|here|then|too|that|after|before|during|over)\b)|have (?:a|an? odd|the odd|a few|some) drinks?\b)/i;

/** Red flags and the consultant ask for the same text. */
const memory = createTextCache<readonly string[]>();

function searched(text: string): string[] {
  const found = findTerms(text)
    .filter(({ term }) => term.kind === 'drug')
    .map(({ term, start }) => ({ name: term.name, start }));
  const words = wordsOf(text);
  words.forEach(({ fold, start }, index) => {
    const longest = LONGEST_FROM.get(fold);
    const known = longest && moreAt(words, index, longest);
    if (known && !denied(text, known, start)) found.push({ name: known.name, start });
  });
  const drinking = DRINKING.exec(text);
  if (drinking) found.push({ name: ALCOHOL, start: drinking.index });
  return [...new Set(found.sort((a, b) => a.start - b.start).map(({ name }) => name))];
}

function moreAt(words: readonly Word[], index: number, longest: number): Substance | undefined {
  for (let count = longest; count > 0; count -= 1) {
    const phrase = words.slice(index, index + count);
    const known = phrase.length === count && MORE.get(phrase.map(({ fold }) => fold).join(' '));
    if (known) return known;
  }
  return undefined;
}

/** Of these names, the ones that the table says nothing about at all. */
export function unknownSubstances(names: readonly string[]): string[] {
  return unique(names.map(substanceOf))
    .filter((substance) => rulesOf(substance).length === 0)
    .map(({ name }) => name);
}

/** "Ibuprofen with Warfarin: both raise the risk of bleeding (US label of warfarin)." */
export function conflictLine({ kind, between: [one, other], severity, why, source }: Conflict): string {
  const weight = { contraindicated: 'not to be combined', serious: 'serious', caution: 'with care' }[severity];
  if (kind === 'allergy') return `${one} and the allergy to ${other}: ${why} (${weight}; ${source}).`;
  return `${one} with ${other}: ${why} (${weight}; ${source}).`;
}

/** "I am not pregnant": the one thing of the table that people also name to say that it is not so. */
function denied(text: string, { name }: Substance, at: number): boolean {
  return (
    name === PREGNANCY &&
    /(?:\bnot|n['’]?t|\bno longer|\bnever|\bno)\s+(?:[\w'’]+\s+)?$/i.test(text.slice(Math.max(0, at - 60), at))
  );
}

/** Tylenol beside Percocet: the same substance under two names, and so twice the dose. */
function sharedPart(one: Substance, other: Substance): Conflict[] | null {
  const theirs = new Set([other, ...other.parts].map(({ name }) => name));
  const shared = [one, ...one.parts].find(({ name }) => theirs.has(name));
  if (!shared) return null;
  const why = `both hold ${shared.name}, so its dose adds up`;
  return [{ kind: 'twice', between: [one.name, other.name], severity: 'serious', why, source: 'our drug table' }];
}

function interaction(one: Substance, other: Substance): Conflict[] | null {
  if (kindOfOther(one, other)) return null;
  const theirs = rulesOf(other);
  const mostSevere = rulesOf(one)
    .filter((rule) => theirs.includes(rule))
    .filter(({ sides: [a, b] }) => (holds(one, a) && holds(other, b)) || (holds(one, b) && holds(other, a)))
    .reduce<Rule | null>((first, rule) => (first && first.place < rule.place ? first : rule), null);
  if (!mostSevere) return ofSome(one, other) ?? ofSome(other, one);
  const { severity, why, source } = mostSevere;
  return [{ kind: 'interaction', between: [one.name, other.name], severity, why, source }];
}

/** "Grapefruit with statins": what holds for some medicines of a kind, the gravest of it. */
function ofSome(kind: Substance, other: Substance): Conflict[] | null {
  if (!kind.drugClass || kind.name.toLowerCase() !== kind.drugClass.toLowerCase()) return null;
  const members = drugs().filter(({ name, drugClass }) => drugClass === kind.drugClass && name !== kind.name);
  const found = members.flatMap(({ name }) => interaction(substanceOf(name), other) ?? []);
  const [gravest] = found.toSorted((a, b) => BY_SEVERITY.indexOf(a.severity) - BY_SEVERITY.indexOf(b.severity));
  if (!gravest) return null;
  const names = found.filter(({ why }) => why === gravest.why).map(({ between: [name] }) => name);
  return [{ ...gravest, between: [`${kind.name} (${names.join(', ')})`, other.name] }];
}

/** The rows that speak of a substance, of its class or of a part of it. */
function rulesOf({ name, drugClass = '', parts }: Substance): Rule[] {
  return [name, drugClass, ...parts.flatMap((part) => [part.name, part.drugClass ?? ''])].flatMap(
    (entry) => RULES_WITH.get(entry) ?? [],
  );
}

/** Two statins, two beta blockers: mostly a mistake, or a change that was not recorded. */
function sameClass(one: Substance, other: Substance): Conflict[] | null {
  if (!one.drugClass || one.drugClass !== other.drugClass || !ONE_AT_A_TIME.has(one.drugClass)) return null;
  if (kindOfOther(one, other)) return null;
  const why = `both are of the same kind (${one.drugClass}), so the effect may double`;
  return [
    {
      kind: 'twice',
      between: [one.name, other.name],
      severity: 'caution',
      why,
      source: 'same class in our drug table',
    },
  ];
}

/** "A statin" beside "atorvastatin" is the same medicine said twice. */
function kindOfOther(one: Substance, other: Substance): boolean {
  const kind = one.drugClass?.toLowerCase();
  if (kind !== other.drugClass?.toLowerCase()) return false;
  return one.name.toLowerCase() === kind || other.name.toLowerCase() === kind;
}

function allergyConflict(asked: Substance, allergy: Allergy): Conflict[] {
  const allergen = substanceOf(allergy.name);
  const called = allergy.reaction ? `${allergy.name} (${allergy.reaction})` : allergy.name;
  if ([asked, ...asked.parts].some(({ name }) => [allergen, ...allergen.parts].some((one) => one.name === name))) {
    return [
      {
        kind: 'allergy',
        between: [asked.name, called],
        severity: 'contraindicated',
        why: 'it is what the record lists as an allergy',
        source: 'the record',
      },
    ];
  }
  const row = REACH.find(({ allergen: side, concerns }) => isIn(allergen, side) && holds(asked, concerns));
  if (!row) return [];
  const { severity, why, source } = row;
  return [{ kind: 'allergy', between: [asked.name, called], severity, why, source }];
}

/** The same medicines are taken, told and asked about again and again. */
const substanceOf = ofWord((name): Substance => MORE.get(folded(name)) ?? listed(name));

function listed(written: string): Substance {
  const { name, drugClass } = termNamed(written, ['drug', 'allergen']) ?? { name: written };
  return { name, drugClass, parts: partsOf(name).map((part) => ({ ...part, parts: [] })) };
}

function sideOf(cell: string): ReadonlySet<string> {
  return new Set(listOf(cell).flatMap((entry) => MEMBERS.get(entry) ?? [entry]));
}

function isIn({ name, drugClass }: Substance, side: ReadonlySet<string>): boolean {
  return side.has(name) || (drugClass !== undefined && side.has(drugClass));
}

function holds(substance: Substance, side: ReadonlySet<string>): boolean {
  return isIn(substance, side) || substance.parts.some((part) => isIn(part, side));
}

function unique(substances: Substance[]): Substance[] {
  return [...new Map(substances.map((substance) => [substance.name, substance])).values()];
}

function folded(text: string): string {
  return wordsOf(text)
    .map(({ fold }) => fold)
    .join(' ');
}
