/**
 * Whether the words that a model quotes say what it has read in them. That the quote stands in the message is not enough: a small model
 * puts the examples of its instruction beside it. Name and value must be in the quote, in any words that the vocabulary has for them.
 */
import {
  DIASTOLIC,
  findQuantities,
  findTerms,
  observationType,
  PRESSURE,
  type Quantity,
  SYSTOLIC,
  type TermKind,
  type TermMatch,
  termNamed,
  toCanonical,
  unreadLanguage,
  withImpliedNames,
  wordsOf,
} from '../../../clinical/index.ts';
import type { CorrectionMention, FactKind, Mention } from '../../../record/index.ts';

type Named = Pick<Mention, 'kind' | 'name'>;

const OF_PLACES: readonly TermKind[] = ['specialty', 'organization', 'procedure', 'body_site', 'body_system'];
/** What a name may mean in a fact of each kind. A name that the vocabulary does not know may be any. */
const KINDS: Readonly<Record<FactKind, readonly TermKind[]>> = {
  condition: ['condition', 'symptom'],
  symptom: ['symptom', 'condition'],
  allergy: ['allergen', 'drug'],
  observation: ['observation', 'procedure'],
  medication: ['drug'],
  procedure: ['procedure', 'observation'],
  encounter: OF_PLACES,
  practitioner: OF_PLACES,
  organization: OF_PLACES,
  document: OF_PLACES,
  profile: [],
};
const PRESSURES: ReadonlySet<string> = new Set([PRESSURE, SYSTOLIC, DIASTOLIC]);
/** Units that only one thing is told in without its name: "I'm at 172 lbs". */
const OWN_UNITS: ReadonlyMap<string, readonly string[]> = new Map([
  ['Weight', ['kg', 'lb', 'st']],
  ['Height', ['cm', 'ft', 'in']],
  ['Body temperature', ['°C', '°F']],
  ['Heart rate', ['/min']],
]);
const TITLE = /^(?:dr|doctor|prof|professor|nurse|mrs?|ms|miss)\b/i;
const TITLED: ReadonlySet<FactKind> = new Set(['practitioner', 'organization', 'encounter', 'document']);
/** Their names are made up of what was said: "Cardiology visit" of "saw my cardiologist". */
const DESCRIBED: ReadonlySet<FactKind> = new Set(['encounter', 'document', 'profile']);
const VISIT =
  /^(?:see|saw|seen|seeing|visit\w*|appointment|appt|book\w*|check\w*|follow\w*|up|stay\w*|call\w*|review\w*|consult\w*|emergency|hospital\w*|admitted|clinic)$/;
/** Words that say the same in a name: "arm soreness" of "my arm hurts". */
const ALIKE: readonly RegExp[] = [
  /^(?:pain\w*|hurt\w*|ache\w*|aching|sore\w*|kill\w*|throb\w*|agony|tender\w*)$/,
  /^(?:swell\w*|swollen)$/,
  /^(?:surg\w+|operat\w+|op|repair\w*|remov\w+|replace\w*)$/,
  /^(?:inject\w*|jab\w*|shot|vaccin\w+)$/,
];
/** Words of names that are often left out: "Crohn's" for "Crohn's disease". */
const SILENT = /^(?:of|the|and|in|on|to|for|with|my|an?|dr|disease|disorder|level|test|blood|body|mellitus|allergy)$/;
/** So many equal letters make words of one stem: "creaking" and "creaks". */
const STEM = 5;
/** The longest quote whose name may be its translation: it is about one thing. */
const MOST_TRANSLATED = 8;

export type Place = { start: number; end: number };

/** `place`: of the quote. The value of an observation must be said, and so must that of any other fact that has one. */
export function isSaid(mention: Mention, place: Place, text: string): boolean {
  const quote = text.slice(place.start, place.end);
  if (!isOfKind(mention) || !isValueSaid(mention, quote)) return false;
  if (isNamed(mention, quote, [...findTerms(quote), ...findTerms(text).filter(isIn(place))])) return true;
  return unreadLanguage(text) !== null && isTranslation(mention, quote);
}

/** What a correction says of the wrong fact and of the right one; one that says nothing takes nothing out of the record. */
export function isCorrectionSaid(correction: CorrectionMention, place: Place, text: string): boolean {
  const { kind = 'condition', name, value, old_value, old_time, unit, quote } = correction;
  const said = { kind, name: name ?? '', quote, assertion: 'present', experiencer: 'patient', confidence: 1 } as const;
  const terms = findTerms(text).filter(isIn(place));
  const words = text.slice(place.start, place.end);
  if ([name, value, old_value, old_time].every((part) => part === undefined)) return false;
  if (name !== undefined && !isNamed({ ...said, value }, words, terms)) return false;
  return [value, old_value].every((one) => one === undefined || isValueSaid({ ...said, value: one, unit }, words));
}

/** An abbreviation may only have its meaning among the words around it. */
function isIn({ start, end }: Place): (match: TermMatch) => boolean {
  return (match) => match.start >= start && match.end <= end;
}

/** "Metformin" is no observation, "Dr. Patel" no medicine. */
function isOfKind({ kind, name }: Named): boolean {
  if (TITLE.test(name.trim()) && !TITLED.has(kind)) return false;
  return termNamed(name, KINDS[kind]) !== null || termNamed(name) === null;
}

function isNamed({ kind, name, value }: Mention, quote: string, terms: readonly TermMatch[]): boolean {
  const meant = termNamed(name, KINDS[kind])?.name ?? name;
  const told = [...terms.map(({ term }) => term.name), ...withImpliedNames(quote, []).map((one) => one.name)];
  if (told.includes(meant) || (PRESSURES.has(meant) && told.includes(PRESSURE))) return true;
  if (kind === 'observation' && isToldByUnit(meant, Number(value), quote)) return true;
  const said = wordsOf(quote).map(({ fold }) => fold);
  const words = wordsOf(name).flatMap(({ fold }) => (SILENT.test(fold) ? [] : [fold]));
  const telling = DESCRIBED.has(kind) ? words.filter((word) => !VISIT.test(word)) : words;
  if (telling.length === 0) return words.length > 0 && said.some((word) => VISIT.test(word));
  const missing = telling.filter((word) => !isWordSaid(word, said)).length;
  // Of a long name one word may be the model's own: "Right total knee replacement".
  return DESCRIBED.has(kind) ? missing < telling.length : missing === 0 || (missing === 1 && telling.length > 2);
}

function isWordSaid(word: string, said: readonly string[]): boolean {
  if (said.some((one) => one === word || (word.length >= STEM && one.startsWith(word.slice(0, STEM))))) return true;
  return ALIKE.some((words) => words.test(word) && said.some((one) => words.test(one)));
}

/** By its unit; a pair of numbers is a pressure. A value in words has several: "5 ft 11 in". */
function isToldByUnit(name: string, value: number, quote: string): boolean {
  const own = OWN_UNITS.get(name);
  const isIt = (one: Quantity) => one.value === value || one.second === value || Number.isNaN(value);
  const isOwn = ({ second, unit = '' }: Quantity) =>
    PRESSURES.has(name) ? second !== undefined : own?.includes(unit) === true;
  return findQuantities(quote).some((one) => isIt(one) && isOwn(one));
}

/** In a language that the rules cannot read the name is the model's translation: of a thing that is known, and of few words. */
function isTranslation({ kind, name }: Named, quote: string): boolean {
  return wordsOf(quote).length <= MOST_TRANSLATED && termNamed(name, KINDS[kind]) !== null;
}

function isValueSaid({ kind, name, value, unit }: Mention, quote: string): boolean {
  if (value === undefined || value === '') return kind !== 'observation';
  const number = typeof value === 'number' ? value : Number(value.trim().replace(',', '.'));
  if (Number.isNaN(number)) return isTextSaid(String(value), quote);
  const places = findQuantities(quote).filter((one) => [one.value, one.low, one.high, one.second].includes(number));
  if (places.length === 0 && !isTextSaid(String(value), quote)) return false;
  const code = unit ? codeOf(`1 ${unit}`) : undefined;
  if (!unit || !code) return true;
  const codes = places.flatMap((place) => (place.ucum ? codeOf(place.text) : []));
  if (codes.length > 0 && !codes.includes(code)) return false;
  return kind !== 'observation' || observationType(name) === null || toCanonical(name, number, unit) !== null;
}

/** "10 units" of insulin are international units too. */
function codeOf(quantity: string): string | undefined {
  return findQuantities(quantity)[0]?.ucum?.replace('[IU]', 'U');
}

/** "<0.01", "positive", "5 ft 11 in": each word or number of it. */
function isTextSaid(value: string, quote: string): boolean {
  const parts = (text: string) => text.toLowerCase().match(/\p{L}+|\d+(?:[.,]\d+)?|[+]+/gu) ?? [];
  const said = new Set(parts(quote));
  return parts(value).length > 0 && parts(value).every((part) => said.has(part));
}

/** Without the details that no word of the message says; in another language they are translations. */
export function withSaidDetails(mention: Mention, text: string): Mention {
  const message = wordsOf(text).map(({ fold }) => fold);
  const isTold = (detail: string) =>
    wordsOf(detail).some(({ fold }) => !SILENT.test(fold) && isWordSaid(fold, message));
  const { url, frequency, reaction, duration, body_site, ...rest } = mention;
  const isRead = unreadLanguage(text) === null;
  const said = (detail: string | undefined) => (detail && (!isRead || isTold(detail)) ? detail : undefined);
  return {
    ...rest,
    url: url && text.includes(url) ? url : undefined,
    frequency: frequency && said(frequency.text) ? frequency : undefined,
    reaction: said(reaction),
    duration: said(duration),
    body_site: said(body_site),
  };
}
