/** Allergies: "allergic to penicillin, I get hives", "peanut allergy", "I react badly to latex". */
import type { MentionInput } from '../../record/mention.ts';
import { assertionAt } from '../text/context.ts';
import { type Stretch, sentenceAt } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

/** `covers`: the words that the allergy explains, so that its reaction is not filed as a symptom of its own. */
export type AllergyFound = { mention: MentionInput; covers: Stretch[] };

const ALLERGIC_TO =
  /\b(?:allerg(?:ic|y|ies)(?:\s+reactions?)?\s+(?:to|are|is|include[sd]?)|allergies\s*:|allerg(?:ic|y)\s*:|intolerant\s+(?:to|of)|intolerance\s+to|(?:react|reacts|reacted)\s+(?:badly|poorly|severely)?\s*to|anaphylax(?:is|tic)(?:\s+shock)?\s+(?:to|from)|(?:i\s+)?(?:can['’]?t|cannot)\s+(?:take|eat|have|tolerate))\s+/giu;
const ALLERGY_AFTER = /^[\s-]*(?:allerg(?:y|ies|ic)|intolerance|intolerant)\b/iu;
const LIST_END =
  /\band\s+(?:just|started|have|had|am|was|take|taking|now|recently|currently)\b|[.;!?\n(]|\s[-–—]\s|,?\s+\b(?:but|which|that|it|they|causing|causes|gives|gave|makes|made|resulting|with|when|so|because|since|i|my|he|she|please|also)\b/iu;
const NOT_AN_ALLERGEN =
  /^(?:and|or|my|it|them|that|this|anything|any|something|nothing|everything|medications?|medicines?|drugs?|foods?|no|none|the|my|some|certain|a\s+few|known|anymore|you|nkda|unknown|environmental)\b/iu;
const SEVERE = /\b(?:severe(?:ly)?|life[-\s]threatening|deadly|anaphyla\w+|extremely|very)\b/iu;
const MILD = /\b(?:mild(?:ly)?|slight(?:ly)?)\b/iu;
const ANAPHYLAXIS = /\banaphyla(?:xis|ctic(?:\s+shock|\s+reaction)?)\b/iu;

export function extractAllergies(text: string, terms: readonly TermMatch[]): AllergyFound[] {
  return [...allergicTo(text, terms), ...namedAllergies(text, terms)];
}

function allergicTo(text: string, terms: readonly TermMatch[]): AllergyFound[] {
  return [...text.matchAll(ALLERGIC_TO)].flatMap((cue) => {
    const from = cue.index + cue[0].length;
    const sentence = sentenceAt(text, cue.index);
    const rest = text.slice(from, sentence.end);
    const until = from + (LIST_END.exec(rest)?.index ?? rest.length);
    const known = terms.filter((match) => isAllergen(match) && match.start >= from && match.end <= until);
    // "I can't take ibuprofen" is an intolerance only for what the vocabulary knows; "can't take it" is not.
    const loose = /can/i.test(cue[0]) ? [] : unknownItems(text, from, until, known);
    const items = [...oncePerPlace(known).map(({ start, end, term }) => ({ start, end, name: term.name })), ...loose];
    const weak = /can/i.test(cue[0]);
    return items
      .filter(() => !weak || reactionsIn(text, sentence, until, terms).length > 0)
      .map(({ start, end, name }) => found(text, name, { start, end }, sentence, until, terms, cue.index));
  });
}

/** "I have a peanut allergy" */
function namedAllergies(text: string, terms: readonly TermMatch[]): AllergyFound[] {
  return oncePerPlace(terms.filter(isAllergen)).flatMap(({ term, start, end }) => {
    const after = ALLERGY_AFTER.exec(text.slice(end));
    if (!after) return [];
    const place = { start, end: end + after[0].length };
    return [found(text, term.name, place, sentenceAt(text, start), place.end, terms, start)];
  });
}

function found(
  text: string,
  name: string,
  place: Stretch,
  sentence: Stretch,
  listEnd: number,
  terms: readonly TermMatch[],
  cue: number,
): AllergyFound {
  const { assertion, experiencer } = assertionAt(text, cue, Math.max(cue, place.end));
  const reactions = reactionsIn(text, sentence, listEnd, terms);
  const mention: MentionInput = {
    kind: 'allergy',
    name,
    quote: text.slice(place.start, place.end),
    start: place.start,
    assertion,
    experiencer,
    status: 'active',
    confidence: 0.9,
  };
  const around = text.slice(sentence.start, sentence.end);
  const shock = ANAPHYLAXIS.exec(around)?.[0];
  const words = [...(shock ? ['Anaphylaxis'] : []), ...reactions.map(({ term }) => term.name)];
  if (words.length > 0) mention.reaction = [...new Set(words)].join(', ');
  if (SEVERE.test(around)) mention.severity = 'severe';
  else if (MILD.test(around)) mention.severity = 'mild';
  return { mention, covers: [place, ...reactions] };
}

/** Symptoms said after the allergen in the same sentence, or in the next one if it only tells the reaction. */
function reactionsIn(text: string, sentence: Stretch, from: number, terms: readonly TermMatch[]): TermMatch[] {
  const next =
    /^\s*(?:i\s+(?:get|got|break|broke|had)|it\s+(?:gives|gave|causes|caused|makes|made)|(?:reaction|symptoms?)\b)[^.!?]*/iu.exec(
      text.slice(sentence.end),
    );
  const end = next ? sentence.end + next[0].length : sentence.end;
  return terms.filter(({ term, start }) => term.kind === 'symptom' && start >= from && start < end);
}

/** "Allergic to kiwi and mangosteen": an allergen that no list knows is still one. */
function unknownItems(text: string, from: number, until: number, known: readonly TermMatch[]) {
  const items: { start: number; end: number; name: string }[] = [];
  const pattern = /[^,/&]+?(?=\s*(?:,|\/|&|\band\b|\bor\b|$))/giu;
  for (const match of text.slice(from, until).matchAll(pattern)) {
    const lead = /^\s*(?:and\s+|or\s+|the\s+|all\s+)*/iu.exec(match[0])?.[0].length ?? 0;
    const words = match[0].slice(lead).trim();
    const start = from + match.index + lead;
    const end = start + words.length;
    const covered = known.some((other) => other.start < end && start < other.end);
    if (
      covered ||
      !/^[\p{L}][\p{L}\s'’-]{1,30}$/u.test(words) ||
      words.split(/\s+/).length > 3 ||
      NOT_AN_ALLERGEN.test(words)
    )
      continue;
    items.push({ start, end, name: `${words.charAt(0).toUpperCase()}${words.slice(1).toLowerCase()}` });
  }
  return items;
}

function isAllergen({ term }: TermMatch): boolean {
  return term.kind === 'allergen' || term.kind === 'drug';
}

function oncePerPlace(matches: readonly TermMatch[]): TermMatch[] {
  return matches.filter((match, index) => matches.findIndex((other) => other.start === match.start) === index);
}
