/**
 * Family history, from the mentions of relatives that an extractor found: "my mother has diabetes" is kept, but never as the
 * patient's own condition. The relative is read from the message itself and not taken from a model.
 */
import { matchesOf, sentenceAt, termOf } from '../../../clinical/index.ts';
import type { FamilyFact, Mention } from '../../../record/index.ts';
import { type FactSource, factId, isFileable, placeOf, termFor } from './facts-from-mentions.ts';

/** Where the message names nobody: "diabetes runs in my family". */
const SOMEONE = 'family';

const RELATIVES: readonly (readonly [word: string, written: string])[] = [
  ['mother', 'mother|mom|mum|mommy|mummy|mama|mam'],
  ['father', 'father|dad|daddy|papa'],
  ['parent', 'parent'],
  ['sister', 'sister'],
  ['brother', 'brother'],
  ['sibling', 'sibling'],
  ['daughter', 'daughter'],
  ['son', 'son'],
  ['child', 'child|children|kid|baby|toddler|newborn'],
  ['grandmother', 'grandmother|grandma|granny|gran|nana?|nanny'],
  ['grandfather', 'grandfather|grandpa|grand?dad'],
  ['grandparent', 'grandparent'],
  ['grandson', 'grandson'],
  ['granddaughter', 'granddaughter'],
  ['aunt', 'aunt|auntie|aunty'],
  ['uncle', 'uncle'],
  ['cousin', 'cousin'],
  ['niece', 'niece'],
  ['nephew', 'nephew'],
  ['wife', 'wife'],
  ['husband', 'husband'],
  ['spouse', 'spouse|partner|girlfriend|boyfriend'],
  ['twin', 'twin'],
];
const RELATIVE = new RegExp(
  [
    String.raw`\b(maternal\s+|paternal\s+)?((?:great|half|step)[-\s]?)?`,
    `(?:${RELATIVES.map(([word, written]) => `(?<${word}>${written})`).join('|')})`,
    String.raw`s?(-in-law)?\b(?![’']s\s+(?:doctor|house|birthday))`,
  ].join(''),
  'gi',
);
const SIDE = /\b(mother|mom|mum|maternal|father|dad|paternal)(?:['’]?s)?\s+side\b/i;
const IS_SIDE = /^(?:['’]?s)?\s+side\b/i;
/** "My grandmother on my dad's side" */
const ON_SIDE =
  /^[\s,(]+(?:on\s+)?(?:my\s+|his\s+|her\s+|the\s+)?(mother|mom|mum|maternal|father|dad|paternal)(?:['’]?s)?\s+side\b/i;
/** Joins relatives who have the same condition: "my mother and my two sisters". */
const AND = /^\s{0,3}(?:,|,?\s{0,3}and|,?\s{0,3}or|&|as\s+well\s+as)\s{0,3}(?:both\s+)?(?:my\s+)?(?:(?:\w+)\s+)?$/i;
const OF = /^['’]s?\s+$/u;
/** "My mother's sister" is an aunt. */
const KIN: Readonly<Record<string, string>> = {
  mother: 'grandmother',
  father: 'grandfather',
  parent: 'grandparent',
  sister: 'aunt',
  brother: 'uncle',
};
const SIDES: Readonly<Record<string, string>> = { mother: 'maternal', father: 'paternal' };
const AT_AGE =
  /^,?[^.;,\d]{0,20}?[\s(,]{1,3}(?:at|aged|from|since|when\s+(?:he|she|they)\s+(?:was|were))\s+(?:(?:the\s+)?age\s+(?:of\s+)?)?(?:about\s+|only\s+|just\s+)?(\d{1,2}|1[0-2]\d)\b(?!\s*(?:[%/:]|\.\d|am\b|pm\b|mg\b))/i;
const DIED = /\b(?:died|dead|death|passed)\b[^.;]{0,30}$/i;
/** A relative within this many characters after a condition is the one who has it: "asthma (my father)". */
const NEAR_AFTER = 30;
/** How far back a pronoun's relative is looked for. */
const EARLIER = 500;

const BY_MARRIAGE = /wife|husband|spouse|-in-law|^step/;
const INHERITED = /^(?:[C-GIKMNQ]|H(?!10|6)|J4[45]|L(?:20|40))/;

/** Of a relative by blood, and by its chapter of ICD-10 no infection, injury or poisoning; in doubt it is. */
export function isFamilyHistory({ name, relation }: Pick<FamilyFact, 'name' | 'relation'>): boolean {
  const code = termOf(name, 'condition')?.code?.code;
  return !BY_MARRIAGE.test(relation) && (code === undefined || INHERITED.test(code));
}

/** All that is told of relatives; not all of it is a family history. */
export function familyFromMentions(mentions: readonly Mention[], source: FactSource): FamilyFact[] {
  const theirs = mentions.filter(isOfRelative);
  if (theirs.length === 0) return [];
  const byId = new Map<string, FamilyFact>();
  for (const fact of theirs
    .filter(isFileable({ ...source, refused: undefined }))
    .flatMap((mention) => familyOf(mention, source))) {
    const other = byId.get(fact.id);
    if (!other || other.confidence < fact.confidence) byId.set(fact.id, fact);
  }
  return [...byId.values()];
}

function isOfRelative({ kind, name, assertion, experiencer }: Mention): boolean {
  return kind === 'condition' && name !== 'Pregnancy' && assertion === 'present' && experiencer === 'family';
}

function familyOf(mention: Mention, source: FactSource): FamilyFact[] {
  const { turnId, text, agent } = source;
  const place = placeOf(mention, { ...source, refused: undefined });
  if (!place) return [];
  const term = termFor(mention);
  const name = term?.name ?? mention.name.trim();
  const age = ageAtOnset(text, place);
  return relationsAt(text, place).map((relation) => ({
    // Without the position: two extractors that quote the same words differently still mean the same thing.
    id: factId(turnId, 'family_history', relation, name),
    relation,
    name,
    ...(age !== undefined && { age_at_onset: age }),
    ...(term?.code && { code: term.code }),
    confidence: mention.confidence,
    evidence: { ...place, text: text.slice(place.start, place.end) },
    source_agent: agent,
  }));
}

/** "Bowel cancer at 60", "diagnosed when she was 45": said of the condition right before it. An age at death tells no onset. */
function ageAtOnset(text: string, { start, end }: { start: number; end: number }): number | undefined {
  const sentence = sentenceAt(text, start);
  const died = DIED.test(text.slice(Math.max(sentence.start, start - NEAR_AFTER), start));
  const age = died ? null : AT_AGE.exec(text.slice(end, sentence.end));
  return age ? Number(age[1]) : undefined;
}

/** Who has it: the relative named last before it, with those named together with them; else one shortly after it; else an earlier one. */
export function relationsAt(text: string, { start, end }: { start: number; end: number }): string[] {
  const sentence = sentenceAt(text, start);
  const after = text.slice(end, sentence.end);
  const before = together(text.slice(sentence.start, end));
  if (before.length > 0) return before;
  const side = SIDE.exec(text.slice(sentence.start, sentence.end))?.[1];
  if (side) return [`${sideNamed(side)} family`];
  const nearby = together(after.slice(0, NEAR_AFTER));
  if (nearby.length > 0) return nearby;
  // "She has diabetes": the relative was named before. "It runs in the family" names none.
  const pronoun = /^\s*(?:and\s+)?(?:he|she|they|his|her|their)\b/i.test(text.slice(sentence.start, start));
  const earlier = pronoun ? together(text.slice(Math.max(0, sentence.start - EARLIER), sentence.start)) : [];
  return earlier.length > 0 ? earlier : [SOMEONE];
}

type Found = { word: string; start: number; end: number };

function together(text: string): string[] {
  const found = matchesOf(RELATIVE, text)
    .map(relativeOf)
    .filter(({ end }) => !IS_SIDE.test(text.slice(end, end + 10)))
    .map((one) => withSide(text, one))
    .reduce(nested(text), []);
  const relations: string[] = [];
  for (let at = found.length - 1; at >= 0; at -= 1) {
    const { word, end } = found[at] as Found;
    const next = found[at + 1];
    if (next && !AND.test(text.slice(end, next.start))) break;
    relations.unshift(word);
  }
  return [...new Set(relations)];
}

function withSide(text: string, relative: Found): Found {
  const side = ON_SIDE.exec(text.slice(relative.end, relative.end + 40))?.[1];
  return side ? { ...relative, word: `${sideNamed(side)} ${relative.word}` } : relative;
}

function sideNamed(word: string): string {
  return /^m/i.test(word) ? 'maternal' : 'paternal';
}

function relativeOf(match: RegExpExecArray): Found {
  const [whole, side = '', degree = '', ...rest] = match;
  const word = RELATIVES.find(([name]) => match.groups?.[name] !== undefined)?.[0] ?? SOMEONE;
  const inLaw = rest.some((part) => /^-in-law$/i.test(part ?? '')) ? '-in-law' : '';
  const prefix =
    degree === '' ? '' : `${degree.toLowerCase().replace(/[-\s]/g, '')}${/^step/i.test(degree) ? '' : '-'}`;
  return {
    word: `${side.toLowerCase().trim()} ${prefix}${word}${inLaw}`.trim(),
    start: match.index,
    end: match.index + whole.length,
  };
}

/** Joins "mother" and "sister" of "my mother's sister". */
function nested(text: string) {
  return (found: Found[], next: Found): Found[] => {
    const last = found.at(-1);
    if (!last || !OF.test(text.slice(last.end, next.start))) return [...found, next];
    const [side, kin] = [SIDES[last.word], KIN[next.word]];
    const word = side && kin ? `${side} ${kin}` : `${last.word}'s ${next.word}`;
    return [...found.slice(0, -1), { word, start: last.start, end: next.end }];
  };
}
