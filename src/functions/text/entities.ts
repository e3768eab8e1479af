/** Things that a text names: by their form (dates, quantities, addresses, names in code) or by their capital letters. */
import { sentencesOf } from './sentences.ts';
import { isFunctionWord } from './words.ts';

export type Entity = { text: string; kind: string; confidence: number };

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]{0,6}\\.?';
const UNIT =
  '(?:%|percent|per cent|(?:kilo|milli|centi)?(?:met(?:re|er)s?|grams?|lit(?:re|er)s?)|km|cm|mm|kg|mg|ml|feet|foot|ft|inch(?:es)?|miles?|yards?|' +
  'pounds?|tons?|tonnes?|[KMGT]i?B|bytes?|tokens?|words?|ms|seconds?|minutes?|hours?|days?|weeks?|months?|years?|degrees?|°[CF]|candles?|Hz|[kM]?W|V)';

/** In the order in which they are looked for: what a form has taken is not looked at by later ones. */
const FORMS: readonly { kind: string; confidence: number; pattern: RegExp }[] = [
  { kind: 'url', confidence: 0.98, pattern: /\bhttps?:\/\/[^\s<>"'`)\]]+/g },
  { kind: 'email', confidence: 0.98, pattern: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g },
  { kind: 'date', confidence: 0.95, pattern: /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/g },
  {
    kind: 'date',
    confidence: 0.95,
    pattern: new RegExp(
      `\\b(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?)?${MONTH} (?:\\d{1,2}(?:st|nd|rd|th)?,? )?\\d{4}\\b`,
      'g',
    ),
  },
  {
    kind: 'date',
    confidence: 0.9,
    pattern: new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}\\b|\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?\\b`, 'g'),
  },
  {
    kind: 'money',
    confidence: 0.95,
    pattern: /[$€£¥]\s?\d[\d,]{0,15}(?:\.\d{1,4})?(?: (?:million|billion|thousand))?/g,
  },
  {
    kind: 'quantity',
    confidence: 0.9,
    pattern: new RegExp(`\\b\\d[\\d,]{0,15}(?:\\.\\d{1,6})?[ -]?${UNIT}(?![\\p{L}\\p{N}])`, 'gu'),
  },
  { kind: 'date', confidence: 0.7, pattern: /\b1[0-9]\d{2}\b|\b20\d{2}\b/g },
  { kind: 'identifier', confidence: 0.9, pattern: /(?<=`)[^`\s]{2,80}(?=`)/g },
  {
    kind: 'identifier',
    confidence: 0.8,
    pattern: /\b[a-z]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,6}\b|\b[A-Za-z]{1,40}(?:_[A-Za-z0-9]{1,40}){1,6}\b/g,
  },
  { kind: 'identifier', confidence: 0.8, pattern: /\b(?:[A-Z][a-z0-9]{1,40}){2,6}\b/g },
  { kind: 'acronym', confidence: 0.8, pattern: /\b[A-Z][A-Z0-9]{1,9}\b/g },
];

const CAPITALISED = /\p{Lu}[\p{Ll}\p{M}]+(?:['’-]\p{Lu}?[\p{Ll}\p{M}]+)*/u.source;
const NAME = new RegExp(
  `(?:\\b(?:Mr|Mrs|Ms|Dr|Prof|Sir|Captain|Lord|Lady|Professor|St)\\.? )?(?:\\p{Lu}\\. ?){0,3}${CAPITALISED}(?: (?:(?:of|de|van|von|the|and) ){0,2}(?:\\p{Lu}\\. )?${CAPITALISED}){0,5}`,
  'gu',
);
const TITLE = /^(?:Mr|Mrs|Ms|Dr|Prof|Sir|Captain|Lord|Lady|Professor)\b/;
const ORGANISATION =
  /\b(?:Inc|Ltd|Company|Corporation|University|Institute|Society|College|Board|House|Hospital|Agency|Department|Committee|Council)\b/;
const MOST = 500;

export function entitiesOf(content: string): Entity[] {
  const found = new Map<string, Entity>();
  const add = (entity: Entity) => {
    const key = `${entity.kind} ${entity.text.toLowerCase()}`;
    const known = found.get(key);
    if (known) known.confidence = Math.max(known.confidence, entity.confidence);
    else if (found.size < MOST) found.set(key, entity);
  };
  let rest = content;
  for (const { kind, confidence, pattern } of FORMS)
    rest = rest.replace(pattern, (said) => {
      const text = kind === 'url' ? said.replace(/[.,;:!?]{1,5}$/, '') : said.trim();
      add({ text, kind, confidence });
      // Of the same length, so that the places of the rest stay what they are.
      return '·'.repeat(said.length);
    });
  for (const name of namesIn(content, rest)) add(name);
  return [...found.values()].sort((one, other) => other.confidence - one.confidence);
}

/** `rest` is the content without what has a form. Prose only: capital letters mean something else in code. */
function namesIn(content: string, rest: string): Entity[] {
  const inside = new Set<string>();
  const atStart: string[] = [];
  for (const { start, end } of sentencesOf(content)) {
    const sentence = rest.slice(start, end);
    for (const { 0: said, index } of sentence.matchAll(NAME)) {
      const text = withoutFirstFunctionWords(said.replace(/\s+/g, ' '));
      if (text === '' || isFunctionWord(text)) continue;
      const begins = index === 0 || !/[\p{L}\p{N}]/u.test(sentence.slice(0, index));
      if (begins && !text.includes(' ')) atStart.push(text);
      else inside.add(text);
    }
  }
  // A single word that begins a sentence is a name if it is one elsewhere.
  const words = new Set([...inside].flatMap((name) => name.split(' ')));
  const names = [...inside, ...atStart.filter((word) => words.has(word))];
  return [...new Set(names)].map((text) => ({ text, kind: kindOf(text), confidence: text.includes(' ') ? 0.75 : 0.6 }));
}

function withoutFirstFunctionWords(name: string): string {
  const words = name.split(' ');
  const first = words.findIndex((word) => !isFunctionWord(word));
  return first < 0 ? '' : words.slice(first).join(' ');
}

function kindOf(name: string): string {
  if (TITLE.test(name)) return 'person';
  return ORGANISATION.test(name) ? 'organisation' : 'name';
}
