/**
 * A topic as groups of names, each of which a source must name, and how to widen it: first by its own names, synonyms and members; then
 * with less of the words that the vocabulary does not know; then by the wider terms.
 */
import { type Concept, conceptsIn } from '../../../clinical/index.ts';
import { contentWords, EMPTY } from './content-words.ts';

type Group = Pick<Concept, 'name' | 'names' | 'members' | 'broader'> & {
  /** It is a term of the vocabulary. */
  known: boolean;
};

export type Round = {
  /** What is said of this round in a report; null for the topic itself. */
  wider: string | null;
  queries: readonly string[];
  groups: readonly (readonly string[])[];
};

/** Nouns that mean something only with the word before them: "gene therapy". */
const HEADS = new Set(['therapy', 'therapies', 'treatment', 'treatments']);
const MOST_NAMES = 60;
const MOST_GROUPS = 6;
/** Medicines of a class that services elsewhere are asked for one by one. */
const MOST_MEMBERS = 3;

/** The rounds of a search, each wider than the one before. */
export function roundsFor(topic: string): Round[] {
  const groups = groupsOf(topic).slice(0, MOST_GROUPS);
  const exact: Round = { wider: null, queries: queriesOf(topic, groups), groups: groups.map(allNames) };
  const known = groups.filter(({ known }) => known);
  const phrases = groups.filter((group) => !group.known);
  const rounds = [exact];
  if (phrases.some(({ broader }) => broader.length > 0)) {
    const wider = groups.map((group) => (group.known ? allNames(group) : [...group.names, ...group.broader]));
    rounds.push({ wider: said(phrases.flatMap(({ broader }) => broader)), queries: queryOf(wider), groups: wider });
  }
  if (known.length > 0 && phrases.length > 0)
    rounds.push({
      wider: said(known.map(({ name }) => name)),
      queries: queryOf(known.map(allNames)),
      groups: known.map(allNames),
    });
  if (known.some(({ broader }) => broader.length > 0)) {
    const wider = known.map((group) => [...allNames(group), ...group.broader].slice(-MOST_NAMES));
    rounds.push({ wider: said(known.flatMap(({ broader }) => broader)), queries: queryOf(wider), groups: wider });
  }
  return rounds;
}

function groupsOf(topic: string): Group[] {
  const concepts = conceptsIn(topic);
  let at = 0;
  const groups: Group[] = [];
  for (const concept of concepts) {
    groups.push(...phrasesIn(topic.slice(at, concept.start)), { ...concept, known: true });
    at = concept.end;
  }
  return [...groups, ...phrasesIn(topic.slice(at))];
}

/** Runs of words that carry meaning: "bed nets", whose wider term is its last word. */
function phrasesIn(text: string): Group[] {
  const runs = text
    .split(/[,;:()/]+/)
    .flatMap((part) => part.split(/\s+/).reduce<string[][]>(addWord, [[]]))
    .filter((run) => run.length > 0);
  return runs.map((run) => {
    const name = run.join(' ');
    const head = run.slice(-1).filter((word) => run.length > 1 && !HEADS.has(word.toLowerCase()));
    return { name, names: [name], members: [], broader: head, known: false };
  });
}

function addWord(runs: string[][], word: string): string[][] {
  const isHead = HEADS.has(word.toLowerCase()) && (runs.at(-1)?.length ?? 0) > 0;
  if (EMPTY.has(word.toLowerCase()) && !isHead) return [...runs, []];
  if (isHead || contentWords(word).length > 0) runs.at(-1)?.push(word);
  return runs;
}

function allNames({ names }: Group): readonly string[] {
  return names.slice(0, MOST_NAMES);
}

/** The topic as it was said; and for a class its first medicines, since a service elsewhere knows them by their names. */
function queriesOf(topic: string, groups: readonly Group[]): string[] {
  const others = groups.flatMap((group) => {
    const rest = groups.filter((each) => each !== group).map(({ name }) => name);
    return group.members.slice(0, MOST_MEMBERS).map((member) => [member, ...rest].join(' '));
  });
  return [topic, ...others];
}

function queryOf(groups: readonly (readonly string[])[]): string[] {
  return [groups.map(([first]) => first).join(' ')];
}

function said(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}
