/** What was found, in words. Everything said here stands in the rows or in our own tables. */
import { answerEntries } from './answer-entries.ts';
import { answerObservations } from './answer-observations.ts';
import { dateText } from './date-words.ts';
import { elapsed } from './elapsed.ts';
import { testsOfSystem } from './groups.ts';
import type { Intent, RecordQuestion } from './question.ts';
import { join, numberIn, type Row, textIn } from './rows.ts';

/** For a question that no rule can read. */
export const EXAMPLES = [
  'What is my latest HbA1c?',
  'How has my blood pressure changed this year?',
  'Which of my labs are out of range?',
  'What medications am I taking?',
  'What am I allergic to?',
  'When did I last see Dr. Lee?',
  'Is there anything about my liver?',
];

const SECTIONS: readonly [label: string, title: string][] = [
  ['ConditionCase', 'Conditions'],
  ['SymptomEpisode', 'Symptoms'],
  ['IntakeRegimen', 'Medications'],
  ['Procedure', 'Procedures'],
  ['DocumentReference', 'Documents'],
];
const MOST_SHOWN = 10;
/** Intents that one entry answers. */
const OF_A_DAY: ReadonlySet<Intent> = new Set(['when', 'since', 'latest']);

export function answerInWords(question: RecordQuestion, rows: readonly Row[]): string {
  const [kind, ...others] = question.subject.kinds;
  if (others.length > 0) return acrossKinds(question, rows);
  return kind === 'observation' ? answerObservations(question, rows) : answerEntries(question, rows);
}

export function cannotRead(): string {
  return [
    'I could not read this as a question to the record, so I have not looked anything up.',
    'I can answer questions such as:',
    ...EXAMPLES,
  ].join(' ');
}

function acrossKinds({ subject, period, intent, moment }: RecordQuestion, found: readonly Row[]): string {
  const belonging = subject.system ? ofThisSystem(subject, found) : found;
  const rows = subject.kinds[0] === 'procedure' ? belonging.filter((row) => row.kind === 'Procedure') : belonging;
  const also = period ? ` ${period.words}` : '';
  if (intent === 'count') {
    const total = rows.reduce((sum, row) => sum + (numberIn(row, 'count') ?? 1), 0);
    return `Your record holds ${total} entries about ${subject.said}${also}.`;
  }
  if (rows.length === 0) {
    const tests = subject.system ? testsOfSystem(subject.system).slice(0, 5) : [];
    const usual = tests.length > 0 ? ` Usual measurements would be ${join(tests)}.` : '';
    return `Your record holds nothing about ${subject.said}${also}.${usual}`;
  }
  const [newestRow] = rows;
  const time = newestRow && textIn(newestRow, 'time');
  // "How long is my gallbladder operation ago?"
  if (newestRow && time && OF_A_DAY.has(intent))
    return `Last on record: ${line(newestRow, moment.timezone)}, ${elapsed(time, moment)}.`;
  const parts = SECTIONS.flatMap(([label, title]) => {
    const lines = rows.filter((row) => row.kind === label).map((row) => line(row, moment.timezone));
    return lines.length > 0 ? [`${title}: ${listed(lines)}.`] : [];
  });
  const newest = newestOfEach(rows.filter((row) => row.kind === 'Observation'));
  const measured = newest.length > 0 ? answerObservations(rangeQuestion(subject.said, moment), newest) : '';
  return [`About ${subject.said}${also} your record holds this.`, ...parts, measured].filter(Boolean).join(' ');
}

/** Of all that was read, what belongs to the body system, or has its word in its name. Measurements were chosen by the query. */
function ofThisSystem({ names }: RecordQuestion['subject'], rows: readonly Row[]): Row[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const site = ` ${names.at(-1)?.toLowerCase() ?? ''} `;
  return rows.filter((row) => {
    const name = (textIn(row, 'name') ?? '').toLowerCase();
    return row.kind === 'Observation' || wanted.has(name) || ` ${name} `.includes(site);
  });
}

/** Measurements of a system are told like "where do these stand?". */
function rangeQuestion(said: string, moment: RecordQuestion['moment']): RecordQuestion {
  return {
    intent: 'range',
    subject: { kinds: ['observation'], names: [said], said },
    period: null,
    bound: null,
    moment,
  };
}

function newestOfEach(newestFirst: readonly Row[]): Row[] {
  const seen = new Map<string, Row>();
  for (const row of newestFirst) {
    const name = textIn(row, 'name') ?? '';
    if (!seen.has(name)) seen.set(name, row);
  }
  return [...seen.values()];
}

function line(row: Row, timezone: string): string {
  const details = [
    textIn(row, 'severity'),
    textIn(row, 'status'),
    textIn(row, 'time') && dateText(String(row.time), timezone),
  ];
  const dose = row.value === undefined ? '' : ` ${row.value}${row.unit ? ` ${row.unit}` : ''}`;
  return `${row.name}${dose} (${details.filter(Boolean).join(', ')})`;
}

function listed(lines: readonly string[]): string {
  const shown = lines.slice(0, MOST_SHOWN).join('; ');
  return lines.length > MOST_SHOWN ? `${shown}; and ${lines.length - MOST_SHOWN} more` : shown;
}
