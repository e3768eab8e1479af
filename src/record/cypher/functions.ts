/** The functions that may be called: what they take and what they give. All others are refused by name. */
import { common, LOWER_CASE_WORDS, NUMBER, TEXT, type Type, UNKNOWN, wordsOf } from './types.ts';

type Takes = readonly Type['kind'][];

export type FunctionRule = {
  name: string;
  /** What each argument can be. */
  takes: readonly Takes[];
  /** How many of them must be there; all, if not said. */
  least?: number;
  /** The last one may be given again and again. */
  more?: true;
  aggregate?: true;
  /** Takes nodes and relationships, or lists of them, and not only values. */
  entities?: true;
  gives: (given: readonly Type[]) => Type;
};

const text: Takes = ['text'];
const number: Takes = ['number'];
const list: Takes = ['list'];
const textOrList: Takes = ['text', 'list'];
const scalar: Takes = ['text', 'number', 'boolean'];
const value: Takes = ['text', 'number', 'boolean', 'list'];
const anything: Takes = [...value, 'node', 'relationship'];

const aText = () => TEXT;
const lowerCase = ([first]: readonly Type[]) => (first && wordsOf(first) ? LOWER_CASE_WORDS : TEXT);
const aNumber = () => NUMBER;
const theSame = ([first]: readonly Type[]) => first ?? UNKNOWN;
const itsElement = ([first]: readonly Type[]) => (first?.kind === 'list' ? first.of : UNKNOWN);
const texts = (): Type => ({ kind: 'list', of: TEXT });

const RULES: readonly FunctionRule[] = [
  { name: 'count', takes: [anything], aggregate: true, entities: true, gives: aNumber },
  { name: 'sum', takes: [number], aggregate: true, gives: aNumber },
  { name: 'avg', takes: [number], aggregate: true, gives: aNumber },
  { name: 'min', takes: [value], aggregate: true, gives: theSame },
  { name: 'max', takes: [value], aggregate: true, gives: theSame },
  {
    name: 'collect',
    takes: [anything],
    aggregate: true,
    entities: true,
    gives: (given) => ({ kind: 'list', of: theSame(given) }),
  },
  { name: 'toLower', takes: [text], gives: lowerCase },
  { name: 'toUpper', takes: [text], gives: theSame },
  { name: 'trim', takes: [text], gives: theSame },
  { name: 'substring', takes: [text, number, number], least: 2, gives: aText },
  { name: 'replace', takes: [text, text, text], gives: aText },
  { name: 'split', takes: [text, text], gives: texts },
  { name: 'left', takes: [text, number], gives: aText },
  { name: 'right', takes: [text, number], gives: aText },
  { name: 'reverse', takes: [textOrList], gives: theSame },
  { name: 'size', takes: [textOrList], entities: true, gives: aNumber },
  { name: 'head', takes: [list], entities: true, gives: itsElement },
  { name: 'last', takes: [list], entities: true, gives: itsElement },
  { name: 'coalesce', takes: [value], more: true, gives: common },
  { name: 'toInteger', takes: [scalar], gives: aNumber },
  { name: 'toFloat', takes: [['text', 'number']], gives: aNumber },
  { name: 'toString', takes: [scalar], gives: ([first]) => (first?.kind === 'text' ? first : TEXT) },
  { name: 'abs', takes: [number], gives: aNumber },
  { name: 'round', takes: [number, number], least: 1, gives: aNumber },
  { name: 'ceil', takes: [number], gives: aNumber },
  { name: 'floor', takes: [number], gives: aNumber },
  { name: 'sign', takes: [number], gives: aNumber },
  { name: 'labels', takes: [['node']], entities: true, gives: texts },
  { name: 'type', takes: [['relationship']], entities: true, gives: aText },
];

const BY_NAME = new Map(RULES.map((rule) => [rule.name.toLowerCase(), rule]));

export const FUNCTION_NAMES: readonly string[] = RULES.map((rule) => rule.name);

/** Function names are case-insensitive in Cypher. */
export function functionRule(name: string): FunctionRule | undefined {
  return BY_NAME.get(name.toLowerCase());
}
