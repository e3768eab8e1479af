/** The steps that a task names: the items of its lists, and the clauses that begin with a verb of work. */
import { type Block, blocksOf } from './blocks.ts';
import { singleSpaced } from './lines.ts';
import { sentencesOf } from './sentences.ts';
import { isTaskVerb, KNOWN_WORK } from './task-verbs.ts';
import { stemOf, type Word, wordsOf } from './words.ts';

/** `follows`: the words say that it comes after the step before it. */
export type Step = { text: string; follows: boolean };

/** `ordered`: a word such as "first" or "then" says that it is a step, whatever its verb. */
type Clause = Step & { ordered: boolean };

/** What is named beyond these goes into the last one. */
const MOST = 100;
const FOLLOWING = new Set(['then', 'next', 'finally', 'afterwards', 'lastly', 'subsequently', 'thereafter']);
const ORDINAL = new Set(['first', 'firstly', 'second', 'secondly', 'third', 'thirdly']);
const LEADING = new Set([
  ...FOLLOWING,
  ...ORDINAL,
  'please',
  'and',
  'also',
  'you',
  'we',
  'should',
  'must',
  'need',
  'to',
  'will',
]);
const JOINING = new Set(['and', 'then']);
const APART = /\b(?:in parallel|independently|at the same time)\b/i;

export function stepsOf(task: string): Step[] {
  const blocks = blocksOf(task).filter(({ kind }) => kind === 'item' || kind === 'paragraph');
  const items = blocks.filter(({ kind }) => kind === 'item');
  const highest = Math.min(...items.map(({ level }) => level));
  const steps: Step[] = [];
  for (const [index, block] of blocks.entries()) {
    const said = singleSpaced(task.slice(block.start, block.end));
    const last = steps.at(-1);
    if (block.kind === 'item' && block.level > highest && last) last.text += `; ${said}`;
    else if (block.kind === 'item') steps.push(itemStep(said, block, blocks[index - 1]));
    // "Do the following:" is what the list below it does.
    else if (!(said.endsWith(':') && blocks[index + 1]?.kind === 'item')) steps.push(...clauseSteps(task, block));
  }
  if (steps.length === 0) return [{ text: singleSpaced(task), follows: false }];
  if (steps.length <= MOST) return steps;
  const rest = steps.slice(MOST - 1);
  return [
    ...steps.slice(0, MOST - 1),
    { text: rest.map(({ text }) => text).join('; '), follows: rest[0]?.follows ?? false },
  ];
}

/** Who numbers a list gives an order. */
function itemStep(said: string, block: Block, before: Block | undefined): Step {
  const { text, follows } = withoutLead(said);
  return { text, follows: (follows || (block.numbered && before?.kind === 'item')) && !APART.test(said) };
}

function clauseSteps(task: string, block: Block): Step[] {
  return sentencesOf(task, [block]).flatMap(({ start, end }) => {
    const sentence = singleSpaced(task.slice(start, end)).replace(/[.!;]{1,5}$/, '');
    return clausesOf(sentence).flatMap((clause) => {
      const { text, follows, ordered } = withoutLead(clause);
      return ordered || asksForWork(text) ? [{ text, follows: follows && !APART.test(clause) }] : [];
    });
  });
}

/** Divided before a verb of work, and before a word such as "then", that a comma, a semicolon or "and" stands before. */
function clausesOf(sentence: string): string[] {
  const words = wordsOf(sentence);
  const clauses: string[] = [];
  let start = 0;
  for (const [index, word] of words.entries()) {
    const begins = isTaskVerb(word.text) || FOLLOWING.has(word.text.toLowerCase());
    if (index === 0 || !begins || !isDivided(sentence, words, index)) continue;
    let first = index;
    while (first > 0 && isConnector(words[first - 1])) first -= 1;
    const at = words[first]?.start ?? word.start;
    const clause = sentence.slice(start, at).replace(/[,;\s]{1,20}$/, '');
    // "Before merging, review it": what stands before the verb belongs to it.
    if (!isStep(clause) || SUBORDINATE.test(clause)) continue;
    clauses.push(clause);
    start = at;
  }
  return [...clauses, sentence.slice(start)];
}

/** What comes before a division must be a step itself. */
function isStep(clause: string): boolean {
  return withoutLead(clause).ordered || wordsOf(clause).some(({ text }) => isTaskVerb(text));
}

const SUBORDINATE = /^(?:\w+ ){0,1}(?:after|before|once|when|using|based on|with)\b[^,]*$/i;

function isDivided(sentence: string, words: readonly Word[], index: number): boolean {
  const [before, word] = [words[index - 1], words[index]];
  if (!before || !word) return false;
  return /[,;]/.test(sentence.slice(before.end, word.start)) || isConnector(before);
}

function isConnector(word: Word | undefined): boolean {
  return word !== undefined && (JOINING.has(word.text.toLowerCase()) || FOLLOWING.has(word.text.toLowerCase()));
}

function withoutLead(said: string): Clause {
  const words = wordsOf(said);
  const first = words.findIndex(({ text }) => !LEADING.has(text.toLowerCase()));
  const lead = words.slice(0, Math.max(first, 0)).map(({ text }) => text.toLowerCase());
  const text = said.slice(words[Math.max(first, 0)]?.start ?? 0).trim();
  return {
    text: text === '' ? said : text,
    follows: lead.some((word) => FOLLOWING.has(word)) || /^after (?:that|this)\b/i.test(text),
    ordered: text !== '' && lead.some((word) => FOLLOWING.has(word) || ORDINAL.has(word)),
  };
}

function asksForWork(clause: string): boolean {
  const words = wordsOf(clause);
  const main = SUBORDINATE_LEAD.test(clause) ? words : words.slice(0, 2);
  return main.some(({ text }) => isTaskVerb(text));
}

const SUBORDINATE_LEAD = /^(?:after|before|once|when|using|based on|with)\b/i;

/** The function that a step asks for, by its first verb of work and by the things it speaks of; the surest first. */
export function workOf(step: string): string[] {
  const stems = wordsOf(step).map(({ text }) => stemOf(text.toLowerCase()));
  const main = mainClause(step);
  const verb = wordsOf(main)
    .map(({ text }) => stemOf(text.toLowerCase()))
    .find((stem) => KNOWN_WORK.some(({ verbs }) => verbs.has(stem)));
  return KNOWN_WORK.map(({ name, verbs, makes }) => ({
    name,
    score: (verb && verbs.has(verb) ? 3 : 0) + (stems.some((stem) => makes.has(stem)) ? 1 : 0),
  }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ name }) => name);
}

/** "After the tests pass, deploy it" asks for what stands behind the comma. */
function mainClause(step: string): string {
  const comma = SUBORDINATE_LEAD.test(step) ? step.indexOf(',') : -1;
  return step.slice(comma + 1);
}
