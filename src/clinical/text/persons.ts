/** Whom or what a noun names, from one table: relatives, friends, roles, animals and things. */
import { everydaySize } from '../vocabulary/ordinary-words.ts';
import { ofWord } from './cache.ts';
import { patternsOf } from './patterns.ts';
import { wordSet } from './word-sets.ts';

const { words } = patternsOf('text', 'persons');

type NounClass = 'child' | 'relative' | 'someone' | 'animal' | 'thing';

export const CHILDREN = withPlurals('CHILDREN');
export const RELATIVES = withPlurals('RELATIVES');
export const FRIENDS = withPlurals('FRIENDS');
/** All whom people tell of by what they are to them. */
export const CLOSE_PEOPLE: ReadonlySet<string> = new Set([...CHILDREN, ...RELATIVES, ...FRIENDS]);
export const ANIMALS = withPlurals('ANIMALS');
export const THINGS = words('THINGS');
export const ANYBODY = words('ANYBODY');
/** A noun before one of these only names what happened to somebody. */
export const EVENTS = words('EVENTS');
const ROLES = withPlurals('ROLES');
/** Who looks after the patient, and speaks of the patient. */
export const CARERS = withPlurals('CARERS');
const SPECIALIST = /(?:logist|iatrist|iatrician|etrician|hygienist|physician)$/;
const NO_ROLES = words('NO_ROLES');
const FORMED = /[a-z]{3}(?:er|[st]or|ist|ian|man)s?$/;
/** "Babysitter", "goalkeeper": a compound of somebody who does it. */
const COMPOUND = /(?:sitter|keeper|fighter|worker|driver|player)$/;

const OF_PERSONS = wordSet('has had have got gets took takes fell went woke ate drank suffers who');

/** Of a noun that is in two classes, the person counts: "speaker". */
const CLASSES = new Map<string, NounClass>(
  (
    [
      ['thing', THINGS],
      ['animal', ANIMALS],
      ['someone', ROLES],
      ['someone', withPlurals('ADULTS')],
      ['someone', FRIENDS],
      ['relative', RELATIVES],
      ['relative', new Set(['family', 'relatives'])],
      ['child', CHILDREN],
    ] as const
  ).flatMap(([name, nouns]) => [...nouns].map((noun) => [noun, name] as const)),
);

export function nounClass(word: string): NounClass | null {
  return CLASSES.get(word) ?? null;
}

export function isPersonNoun(word: string): boolean {
  const found = CLASSES.get(word);
  return found !== undefined && found !== 'animal' && found !== 'thing';
}

/** A trade or a role: one of the table, or a noun formed as one ("plumber", "cyclist", "electrician", "fireman"). */
export function isRole(word: string): boolean {
  return ROLES.has(word) || isFormedRole(word);
}

/** "The decorator fainted": a noun that is only formed as one of a role, before what somebody has, does or undergoes. */
export function isActingRole(word: string, after: string): boolean {
  return isFormedRole(word) && (OF_PERSONS.has(after) || /[a-z]{3}ed$/.test(after));
}

function isFormedRole(word: string): boolean {
  return FORMED.test(word) && !CLASSES.has(word) && isFormed(word);
}

const isFormed = ofWord((word) => {
  const one = word.replace(/s$/, '');
  if (NO_ROLES.has(one) || CARERS.has(one) || SPECIALIST.test(one) || CLASSES.has(one)) return false;
  if (!/[eo]r$/.test(one) || COMPOUND.test(one)) return true;
  // "Build-er", "bak(e)-er", "run(n)-er": what they do is an everyday word, as it is of no finger and no fever.
  const stem = one.slice(0, -2);
  return [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')].some(
    (verb) => verb.length > 2 && everydaySize(verb) !== null,
  );
});

function withPlurals(name: string): ReadonlySet<string> {
  const nouns = [...words(name)];
  return new Set([...nouns, ...nouns.map((noun) => `${noun}s`)]);
}
