/**
 * What triage learns from: the development part of the public sets, sentences of our own, and names from the vocabularies put into
 * plain sentences. Public text shapes the weights and goes nowhere else.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { familyNames, halfOf, laterPhrasings, ORDINARY, phrasings } from '../eval/cases/red-flags/phrasings.ts';
import { partOf, readRows } from '../eval/rows.ts';
import { seeded } from './logistic.ts';

export type Sentence = {
  text: string;
  /** Undefined where a source does not say. */
  health?: boolean;
  personal?: boolean;
  source: string;
  /** Part 0 is held out, 1 to 4 take turns in cross-validation; -1 is always learned from. */
  part: number;
};

type Row = { id: string; text: string; domain: string; source: string };

const GENERAL = new Set(['MedQuAD', 'HealthSearchQA']);
const PERSONAL = new Set(['MeQSum-CHQ', 'K-QA', 'RQE-AMIA2016-CHQ']);

/**
 * Sentences drawn from each line of our own: manner is learned from more of them, because it shows in how many ways one thing is
 * put; for the subject, the first few name it.
 */
const DRAWN = 60;
const DRAWN_FOR_TOPIC = 20;

const EVERYDAY_FRAMES = [
  ...[
    '@',
    'what is @',
    'what are @s',
    'tell me about @',
    'i need a @',
    'find me a @',
    'how do i use a @',
    'my @ is broken',
  ],
  ...[
    'where can i buy a @',
    'who invented the @',
    'why is the @ so big',
    'show me my @',
    'what does @ mean',
    'is the @ any good',
  ],
  ...[
    'how much is the @',
    'which @ is best',
    'when was the @ made',
    'can you help me with my @',
    'how many @s are there',
  ],
];
const TOPIC_FRAMES = [
  ...[
    'what is @?',
    'what are the symptoms of @?',
    'how to treat @',
    '@',
    'can you tell me about @',
    'is @ dangerous',
    'i have @',
  ],
  ...['my mother has @', 'what causes @', 'does @ go away', 'any cure for @', 'who gets @'],
];
const DRUG_FRAMES = [
  ...[
    'what is @ used for?',
    'side effects of @',
    'i take @',
    '@ dosage',
    'can i take @ with alcohol',
    'stopped @ last week',
  ],
  'is @ safe',
];

/** Who writes of their own medicine speaks of themselves, if it is a sentence and no bare list of effects. */
const WORDS_THAT_TELL = 6;
/** As many as a long message has. */
const WORDS_OF_A_STORY = 60;
/** Shorter is "What, doctor?" */
const WORDS_THAT_ASK = 4;

/**
 * The fifth of the triage rows that neither training nor tuning uses. The fifth that was held out before had been looked at, so this one
 * has another salt; it goes by the text, so that two sources with the same question are on the same side.
 */
export function isHeldOut(text: string): boolean {
  return partOf(text.toLowerCase().trim(), 'triage, second fold: ') === 0;
}

/** The sets that are measured too. */
export function publicRows(dataDir: string): Sentence[] {
  const rows = ['health_open', 'non_health_open'].flatMap((name) =>
    readRows<Row>(join(dataDir, 'triage', `${name}.jsonl`)),
  );
  return rows
    .filter(({ domain }) => domain !== 'ambiguous')
    .map(({ id, text, domain, source }) => ({
      text,
      health: domain === 'health',
      ...(domain === 'health' && GENERAL.has(source) && { personal: false }),
      ...(domain === 'health' && PERSONAL.has(source) && { personal: true }),
      source,
      part: isHeldOut(text) ? 0 : 1 + (partOf(id) % 4),
    }));
}

/** What is only learned from. */
export function backgroundRows(dataDir: string): Sentence[] {
  const some = seeded(3);
  const table = (name: string, column: number, share: number) =>
    readFileSync(join(dataDir, 'vocab', `${name}.tsv`), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => (line.split('\t')[column] ?? '').replace(/\(.*\)/, '').trim())
      .filter((name) => name !== '' && some() < share);
  const framed = (names: string[], frames: string[]) =>
    names.map((name) => (frames[Math.floor(some() * frames.length)] as string).replace('@', name));
  const questions = readRows<{ question: string }>(join(dataDir, 'cypher', 'text2cypher_pairs.jsonl'));
  const commands = readRows<{ text: string; label: string }>(join(dataDir, 'security', 'prompt_injection.jsonl'));
  const reviews = readRows<{ text: string; entities: unknown[] }>(
    join(dataDir, 'extraction', 'psytar_lay_sentences.jsonl'),
  );
  const visits = readRows<{ dialogue: string }>(join(dataDir, 'extraction', 'mts_dialog.jsonl'));
  const of = (source: string, health: boolean, texts: string[]): Sentence[] =>
    texts.map((text) => ({ text, health, source, part: -1 }));
  const told = (one: Sentence): Sentence =>
    one.text.split(' ').length >= WORDS_THAT_TELL ? { ...one, personal: true } : one;
  return [
    ...of(
      'text2cypher',
      false,
      questions.filter(() => some() < 0.4).map(({ question }) => question),
    ),
    ...of(
      'commands',
      false,
      commands.filter(({ label }) => label === 'benign').map(({ text }) => text),
    ),
    ...of(
      'PsyTAR',
      true,
      reviews.filter(({ entities }) => entities.length > 0 && some() < 0.3).map(({ text }) => text),
    ).map(told),
    ...askedByPatients(visits.map(({ dialogue }) => dialogue)),
    ...toldByPatients(visits.map(({ dialogue }) => dialogue)),
    ...ownStories(),
    ...of('topics', true, framed(table('lay_topics_medquad', 0, 0.25), TOPIC_FRAMES)),
    ...of('drugs', true, framed(table('drugs_medlineplus_index', 1, 0.4), DRUG_FRAMES)),
  ];
}

function saidByPatient(dialogue: string): string[] {
  return dialogue.split('\n').flatMap((line) => /^\s*(?:Patient|Guest\w*)\s*:\s*(.*\S)/.exec(line)?.[1] ?? []);
}

/** What people ask in a visit is for them, also where it sounds like a question for anybody. */
function askedByPatients(dialogues: string[]): Sentence[] {
  return dialogues
    .flatMap(saidByPatient)
    .filter((text) => text.includes('?') && text.split(' ').length >= WORDS_THAT_ASK)
    .map((text) => ({ text, personal: true, source: 'visits', part: -1 }));
}

/** The public sets ask; people also tell what has happened, at length and without a medical word. */
function toldByPatients(dialogues: string[]): Sentence[] {
  return dialogues
    .map((dialogue) => saidByPatient(dialogue).join(' ').split(' ').slice(0, WORDS_OF_A_STORY).join(' '))
    .filter((text) => text.split(' ').length >= WORDS_THAT_TELL)
    .map((text) => ({ text, health: true, source: 'visits told', part: -1 }));
}

/** Emergencies and ordinary complaints as people tell them: the half that rules may see as well. */
function ownStories(): Sentence[] {
  const emergencies = [...familyNames().flatMap(phrasings), ...laterPhrasings().map(({ text }) => text)];
  return [...emergencies, ...phrasings(ORDINARY)]
    .filter((text) => halfOf(text) === 'tuned')
    .map((text) => ({ text, health: true, source: 'own stories', part: -1 }));
}

/** Our own sentences: triage-other.txt, triage-personal.txt, triage-general.txt, and the things of triage-everyday.txt in frames. */
export function ownRows(): Sentence[] {
  const rows: Sentence[] = [];
  for (const kind of ['other', 'personal', 'general']) {
    for (const line of linesOf(`triage-${kind}.txt`)) {
      const some = ownChance(line);
      const drawn = new Set(Array.from({ length: DRAWN }, () => draw(line, some)));
      for (const [index, text] of [...drawn].entries()) {
        const health = index < DRAWN_FOR_TOPIC && { health: kind !== 'other' };
        const personal = kind !== 'other' && { personal: kind === 'personal' };
        rows.push({ text, ...health, ...personal, source: `own ${kind}`, part: -1 });
      }
    }
  }
  for (const line of linesOf('triage-everyday.txt')) {
    const some = ownChance(line);
    for (const thing of [...line.split(','), ...line.split(',')]) {
      const frame = EVERYDAY_FRAMES[Math.floor(some() * EVERYDAY_FRAMES.length)] as string;
      rows.push({ text: frame.replace('@', thing.trim()), health: false, source: 'own everyday', part: -1 });
    }
  }
  return rows;
}

/** Each line draws by itself, so that a new one changes nothing of the others. */
function ownChance(line: string): () => number {
  return seeded(createHash('sha256').update(line).digest().readUInt32LE());
}

function draw(line: string, random: () => number): string {
  let text = line;
  while (/\{[^{}]*\}/.test(text)) {
    text = text.replace(/\{([^{}]*)\}/g, (_, choices: string) => {
      const options = choices.split('|');
      return options[Math.floor(random() * options.length)] as string;
    });
  }
  return text.replace(/\s+/g, ' ').trim();
}

function linesOf(name: string): string[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
