/** What can be asked about conditions, symptoms, tests and procedures: which of them a description fits. */
import { inSentence, type Term, type TermKind, termRows, topicFacts } from '../../../clinical/index.ts';
import type { Item } from './item.ts';
import { overlap, stems } from './words.ts';

const KINDS: Partial<Record<TermKind, string>> = {
  condition: 'condition',
  symptom: 'symptom',
  observation: 'measurement or test',
  procedure: 'procedure',
};

/** Two descriptions that share more words than this could describe the same thing. */
const MOST_OVERLAP = 0.25;
/** Descriptions beyond this are no option to read at a glance. */
const LONGEST = 220;

type Described = { term: Term; what: string; source: string; names: ReadonlySet<string>; words: ReadonlySet<string> };

export function definitionItems(): Item[] {
  const described = termRows().flatMap(({ term }): Described[] => {
    const facts = KINDS[term.kind] ? topicFacts(term.name) : null;
    if (!facts || facts.what === '' || facts.what.length > LONGEST) return [];
    return [{ term, ...facts, names: stems(term.name), words: stems(facts.what) }];
  });
  const unique = [...new Map(described.map((one) => [one.term.name, one])).values()];
  return unique.map((one) => itemOf(one, unique));
}

function itemOf(one: Described, all: readonly Described[]): Item {
  const { term, what, source, names, words } = one;
  const base = {
    id: `what:${term.name}`,
    term: term.name,
    area: term.system ?? 'general',
    front: `What is ${inSentence(term.name)}?`,
    back: what,
    source,
  };
  // A description that holds the name gives the answer away.
  if (overlap(names, words) > 0) return base;
  const choice = () => {
    const wrong = all.filter((other) => other.term.kind === term.kind && differ(one, other));
    const near = wrong.filter((other) => other.term.system === term.system);
    return {
      question: `Which ${KINDS[term.kind]} is this: ${what}?`,
      answer: term.name,
      wrong: (near.length >= 3 ? near : wrong).map((other) => other.term.name),
    };
  };
  return { ...base, choice };
}

/** Neither names, nor descriptions, nor the category of the code may be those of the same thing. */
function differ(one: Described, other: Described): boolean {
  if (one === other || meet(one.names, other.names) || meet(one.names, other.words) || meet(other.names, one.words))
    return false;
  const category = ({ term }: Described) => term.code?.code.slice(0, 3);
  if (category(one) !== undefined && category(one) === category(other)) return false;
  return overlap(one.words, other.words) <= MOST_OVERLAP;
}

/** Also as parts of words: "prediabetes" and "diabetes". */
function meet(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const word of some)
    for (const other of others)
      if (word === other || (word.length > 4 && other.length > 4 && (word.includes(other) || other.includes(word))))
        return true;
  return false;
}
