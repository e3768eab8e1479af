/**
 * Reads a medicine as lists of prescriptions and RxNorm write it: "Lisinopril 10 MG Oral Tablet", "amlodipine 5 MG / benazepril
 * 20 MG Oral Capsule [Lotrel]", "12 HR metformin 500 MG Extended Release Oral Tablet", "0.5 ML enoxaparin 100 MG/ML Prefilled
 * Syringe". The grammar finds the ingredient, so it need not be one that the vocabulary knows: it is what comes before the strength.
 */

import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { doseUnit } from './dose-units.ts';

const { pattern, source } = patternsOf('medicines', 'drug-string');

export type Ingredient = { name: string; value: number; unit: string };

export type DrugString = {
  ingredients: Ingredient[];
  /** tablet, capsule, injection …, as we say it. */
  form?: string;
  route?: string;
  brand?: string;
  start: number;
  end: number;
  /** Where its first ingredient's name stands. */
  nameStart: number;
};

const NUMBER = '(?:\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,12})(?:\\.\\d{1,8})?|\\.\\d{1,8}';
const UNIT =
  'mcg|µg|μg|ug|mg|gm|g|ng|ml|unt|units?|iu|i\\.u\\.|meq|mmol|mci|cells|ku|bau|au|pnu|%|[mb]illion\\s{1,3}(?:unt|units|cells)';
const BELOW = 'ml|mg|gm|g|l|actuat(?:ion)?|hr?|hour|sqcm|cm2|unt|dose|tablet|capsule|spray|puff|day|oz';
const STRENGTH = source('STRENGTH', { NUMBER, UNIT, BELOW });
/** "12 HR", "24 HR", "0.5 ML", "60 ACTUAT": how long it lasts, or how much is in it. */
const PACK = new RegExp(
  `^(?:(?:${NUMBER})\\s{0,3}(?:hr|ml|actuat|mg|gm|l)\\s{1,3})+(?=\\p{L}|\\d+[-,]\\d*\\p{L})`,
  'iu',
);
const COMPONENT = new RegExp(`${STRENGTH}(?!\\p{L})`, 'giu');
const COMPONENT_ALONE = new RegExp(`^${STRENGTH}\\s*$`, 'i');
const KIND = source('KIND');
const MANNER = source('MANNER');
/** Its form, and what is said of the form. */
export const BESIDE_NAME = new RegExp(`\\b(?:${MANNER}|${KIND}|coated|strength)\\b`, 'gi');
const FORM = new RegExp(
  `^[\\s,]*((?:(?:${MANNER})\\s{1,3})*(?:${KIND}))(?![\\p{L}])(?:\\s{0,3}\\[(?<brand>[^\\]]{1,60})\\])?`,
  'iu',
);
const MANNER_ONLY = new RegExp(`^\\s{1,3}(?:${MANNER})\\b`, 'i');
const BRAND = /^\s{0,3}\[(?<brand>[^\]]{1,60})\]/u;
const ASIDE = /^\s{0,3}\([^()]{0,90}\)/u;
/** What a name is not made of: the sentence that leads to it. */
const LEAD = pattern('LEAD', 'is');
/** Only a sentence has these; without them a line is a name from its beginning on ("milk of magnesia"). */
const SENTENCE = pattern('SENTENCE', 'i');
const MARKS = /^.*(?:[:;!?\n•*])\s{0,3}(?:[-–•*]\s{1,3})?/su;
/** "Empagliflozin 10, metformin 500 x2, semaglutide": the items before it, which have their own doses. */
const DOSED = /^.*\d[^\d,]{0,12},\s+(?=\p{L})/su;
const NO_NAME = /^(?:[\d\s.,%/-]*|(?:(?:and|or|plus|then|with|at|x|by|about|each|one|two|per|as|well)\b\s{0,3})+)$/i;

const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/oral|chewable|disintegrating|enteric|effervescent/i, 'oral'],
  [/intravenous/i, 'intravenous'],
  [/subcutaneous/i, 'subcutaneous'],
  [/intramuscular/i, 'intramuscular'],
  [/topical/i, 'topical'],
  [/ophthalmic|eye/i, 'ophthalmic'],
  [/\botic|\bear\b/i, 'otic'],
  [/nasal/i, 'nasal'],
  [/rectal/i, 'rectal'],
  [/vaginal/i, 'vaginal'],
  [/sublingual/i, 'sublingual'],
  [/inhal|metered/i, 'inhaled'],
  [/transdermal/i, 'transdermal'],
];

type Opened = Pick<DrugString, 'ingredients' | 'start' | 'nameStart'>;
type Named = Omit<Opened, 'ingredients'> & { name: string };

/** What a message writes between the ingredients of one medicine, and what a label may write. */
const JOINT = /^\s{0,3}\/\s{0,3}(?=\p{L})/u;
const LABEL_JOINT = /^\s{0,3}(?:[/+&,;-]|(?:and|with|plus)\b)\s{0,3}(?=\p{L})/iu;
/** "Amoxicillin-clavulanate 875-125 mg", "sacubitril/valsartan 24 mg/26 mg": the names first, then their strengths in this order. */
const OTHER_VALUES = new RegExp(`((?:(?:${NUMBER})\\s{0,2}(?:${UNIT})?\\s{0,2}[-/+]\\s{0,2}){1,3})$`, 'i');
const NAMES = /(?<![\p{L}\d])\p{L}{3,30}(?:\s?[-/+]\s?\p{L}{3,30}){1,3}\s{0,3}$/u;
const COUPLES = /^\s{0,2}[-/+]\s{0,2}$/;

/**
 * All of them in a text; most texts hold none, and then it costs one look at what follows a strength. A label names one medicine and
 * nothing else: it needs no form at its end, and may join the ingredients by other signs.
 */
export function drugStringsIn(text: string, isLabel = false): DrugString[] {
  if (!/\d/.test(text)) return [];
  const components = matchesOf(COMPONENT, text);
  if (!isLabel && !components.some((match) => mayBelong(text, match))) return [];
  const found: DrugString[] = [];
  let from = 0;
  let open: Opened | null = null;
  for (const [index, match] of components.entries()) {
    const at = match.index;
    const end = at + match[0].length;
    const next = components[index + 1];
    if (at < from || (next && COUPLES.test(text.slice(end, next.index)))) continue;
    const coupled: Opened | null = open ? null : coupledBefore(text, from, match, isLabel);
    const named: Opened | Named | null = coupled ?? nameBefore(text, from, at, open !== null, isLabel);
    if (!named) {
      open = null;
      continue;
    }
    open ??= { ingredients: [], start: named.start, nameStart: named.nameStart };
    open.ingredients.push(...('name' in named ? [{ name: named.name, ...strengthOf(match) }] : named.ingredients));
    from = asidesAfter(text, end);
    const joint = next && (isLabel ? LABEL_JOINT : JOINT).exec(text.slice(from))?.[0].length;
    if (joint && !closing(text, from + joint)) {
      from += joint;
      continue;
    }
    const closed = closing(text, from) ?? (isLabel || open.ingredients.length > 1 ? unclosed(text, from) : null);
    if (closed) {
      found.push({ ...open, ...closed });
      from = closed.end;
    }
    open = null;
  }
  return found;
}

/** Of a strength, that a form, another ingredient or nothing but another strength stands beside it. */
function mayBelong(text: string, { index, 0: written }: RegExpExecArray): boolean {
  const end = index + written.length;
  const rest = text.slice(end, end + 8);
  return (
    JOINT.test(rest) ||
    OTHER_VALUES.test(text.slice(Math.max(0, index - 20), index)) ||
    !!closing(text, asidesAfter(text, end))
  );
}

/** Null where the names and the strengths are not as many. */
function coupledBefore(text: string, from: number, match: RegExpExecArray, isLabel: boolean): Opened | null {
  const before = text.slice(Math.max(from, match.index - LOOK_BACK), match.index);
  const values = OTHER_VALUES.exec(before);
  const names = before.slice(0, values?.index);
  const opening = names.search(isLabel ? /\p{L}/u : NAMES);
  if (!values || opening < 0) return null;
  const others = String(values[1]).split(/[-/+]/).slice(0, -1);
  const parts = names
    .slice(opening)
    .split(/\s?[-/+]\s?|\s(?:and|with)\s/)
    .map((name) => name.trim());
  if (parts.length !== others.length + 1) return null;
  const start = match.index - before.length + opening;
  const ingredients = parts.map((name, place) => {
    const other = others[place];
    const own = other === undefined ? match : COMPONENT_ALONE.exec(other);
    return { name, ...(own ? strengthOf(own) : strengthOf(match, other?.replace(/[^\d.,]/g, ''))) };
  });
  return { ingredients, start, nameStart: start };
}

function closing(text: string, at: number): Pick<DrugString, 'form' | 'route' | 'brand' | 'end'> | null {
  const rest = text.slice(at, at + 160);
  const match = FORM.exec(rest) ?? BRAND.exec(rest);
  if (!match) return null;
  const written = String(match[1] ?? '');
  const closed: Pick<DrugString, 'form' | 'route' | 'brand' | 'end'> = { end: at + match[0].length };
  const form = formOf(written);
  const route = ROUTES.find(([pattern]) => pattern.test(written))?.[1];
  if (form) closed.form = form;
  if (route) closed.route = route;
  if (match.groups?.brand) closed.brand = match.groups.brand.trim();
  return closed;
}

/** "… 25 MG Oral", of a form that is not said or in no list. */
function unclosed(text: string, end: number): Pick<DrugString, 'route' | 'end'> {
  const written = MANNER_ONLY.exec(text.slice(end, end + 40))?.[0] ?? '';
  const route = ROUTES.find(([pattern]) => pattern.test(written))?.[1];
  return { end, ...(route && { route }) };
}

/** A name is at most 120 letters; this leaves room for the words before it, and keeps a text of nothing but strengths quick. */
const LOOK_BACK = 400;

function nameBefore(text: string, after: number, to: number, inside: boolean, isLabel: boolean): Named | null {
  const from = Math.max(after, to - LOOK_BACK);
  const written = text.slice(from, to);
  // One strength of several, of which nobody can say whose it is.
  if (OTHER_VALUES.test(written)) return null;
  const sentence = inside || isLabel ? 0 : ((SENTENCE.test(written) ? LEAD : MARKS).exec(written)?.[0].length ?? 0);
  const lead = inside || isLabel ? 0 : Math.max(sentence, DOSED.exec(written)?.[0].length ?? 0);
  const rest = written.slice(lead);
  const opening = /^[\s,"'(]*/.exec(rest)?.[0].length ?? 0;
  const pack = PACK.exec(rest.slice(opening))?.[0].length ?? 0;
  const nameStart = from + lead + opening + pack;
  const name = text
    .slice(nameStart, to)
    .replace(/\((?:as\b|equivalent|[^()]*\d\s*(?:mg|mcg|ml|gm|unt|%))[^()]*\)/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[\s,:-]{1,20}$/, '')
    .trim();
  if (NO_NAME.test(name) || name.length > 120) return null;
  return { name, nameStart, start: from + lead + opening };
}

function asidesAfter(text: string, at: number): number {
  let end = at;
  for (let aside = ASIDE.exec(text.slice(end)); aside; aside = ASIDE.exec(text.slice(end))) end += aside[0].length;
  return end;
}

/** "125 MG per 5 ML" is 25 mg/mL; grams, micrograms and millions are brought to mg and units where something stands below the line. */
function strengthOf({ groups }: RegExpMatchArray, given?: string): { value: number; unit: string } {
  const { value: written = '', unit = '', amount, below } = groups ?? {};
  const value = given ?? written;
  const many = /^million/i.test(unit) ? 1e6 : /^billion/i.test(unit) ? 1e9 : 1;
  const above = doseUnit(unit.replace(/^[mb]illion\s+/i, ''));
  const number = Number(value.replace(/,/g, '')) * many;
  if (!below || /^(?:tab|cap)/i.test(below)) return { value: number, unit: above };
  const share = number / (amount === undefined || amount === '' ? 1 : Number(amount.replace(/,/g, '')));
  return { value: Number(share.toPrecision(8)), unit: `${above}/${belowUnit(below)}` };
}

function belowUnit(written: string): string {
  if (/^actuat|^spray|^puff/i.test(written)) return 'actuation';
  if (/^h/i.test(written)) return 'h';
  if (/^l$/i.test(written)) return 'L';
  if (/^oz$/i.test(written)) return 'oz';
  return /^(?:ml|mg|gm?|unt)$/i.test(written) ? doseUnit(written) : written.toLowerCase();
}

function formOf(written: string): string | undefined {
  const words = written.toLowerCase();
  if (words === '') return undefined;
  if (/inject|syringe|auto-?injector|vial|cartridge|\bpen\b/.test(words)) return 'injection';
  if (/(?:ophthalmic|eye).{0,200}(?:solution|suspension|drops)/.test(words)) return 'eye drops';
  if (/(?:otic|ear).{0,200}(?:solution|suspension|drops)/.test(words)) return 'ear drops';
  if (/nasal.{0,200}(?:spray|inhal)/.test(words)) return 'nasal spray';
  if (/inhal|metered|aerosol/.test(words)) return 'inhaler';
  if (/chewable/.test(words)) return 'chewable tablet';
  if (/transdermal system/.test(words)) return 'patch';
  return words
    .split(/\s+/)
    .at(-1)
    ?.replace(/(?<!drop)s$/, '');
}
