/** Answers about everything that is no measurement: medicines, conditions, symptoms, allergies, visits, people. */
import { type Conflict, conflictLine, conflicts } from '../medicines/interactions.ts';
import { dateText, dayOrYear, momentText } from './date-words.ts';
import { daysFrom, elapsed } from './elapsed.ts';
import type { Kind, RecordQuestion } from './question.ts';
import { counted, inSentence, join, numberIn, type Row, textIn } from './rows.ts';

const MOST_SHOWN = 15;
/** More names than that are a group, and called by its name. */
const MOST_NAMED = 3;

/** One thing of a kind, and many. */
const NOUNS: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  condition: ['condition', 'conditions'],
  symptom: ['episode', 'episodes'],
  allergy: ['allergy', 'allergies'],
  observation: ['measurement', 'measurements'],
  medication: ['medication', 'medications'],
  encounter: ['visit or appointment', 'visits and appointments'],
  practitioner: ['doctor', 'doctors'],
  organization: ['hospital or clinic', 'hospitals and clinics'],
  procedure: ['procedure', 'procedures'],
  document: ['document', 'documents'],
  family: ['entry', 'entries'],
};

export function answerEntries(question: RecordQuestion, rows: readonly Row[]): string {
  const { intent, subject, period } = question;
  const [kind] = subject.kinds;
  const also = period ? ` ${period.words}` : '';
  if (intent === 'count') return countSentence(question, rows[0], also);
  if (kind === 'allergy') return allergyAnswer(question, rows);
  if (rows.length === 0) return nothing(question, also);
  const lines = rows.map((row) => entryLine(kind, row, question));
  const [first = ''] = lines;
  const [row] = rows;
  switch (intent) {
    case 'when':
    case 'latest':
    case 'first': {
      const time = textIn(row ?? {}, 'time');
      const told = kind === 'procedure' && row && !textIn(row, 'done') ? ' (told then; no date was given)' : '';
      const isAhead = time !== undefined && daysFrom(time, question.moment) > 0;
      const isComing = subject.standing === 'coming' || (isAhead && intent !== 'first');
      const which = isComing ? 'Next' : intent === 'first' ? 'First on record' : 'Last on record';
      return time ? `${which}: ${first}${told || ago(time, question)}.` : `${first}; no date is on record.`;
    }
    case 'since':
      return rows.map((one) => sinceSentence(kind, one, question)).join(' ');
    case 'has':
      // Nothing was named, so nothing can be confirmed: what there is speaks for itself.
      if (subject.names.length === 0) return `${opening(question, rows.length, also)}: ${shown(lines)}.`;
      return `${verdict(kind, rows)}: ${shown(lines)}.`;
    default:
      return `${opening(question, rows.length, also)}: ${shown(lines)}.`;
  }
}

/** Each answer about a day also says how long ago it was, or when it will be. */
function ago(time: string, { moment }: RecordQuestion): string {
  const words = elapsed(time, moment);
  return words && `, ${words}`;
}

/** Allergies are always read whole: whether one concerns a medicine is more than a matter of names. */
function allergyAnswer({ intent, subject }: RecordQuestion, rows: readonly Row[]): string {
  const allergies = rows.flatMap((row) => {
    const name = textIn(row, 'name');
    return name ? [{ name, reaction: textIn(row, 'reaction') }] : [];
  });
  const listed = allergies.map(({ name, reaction }) => (reaction ? `${name} (reaction: ${reaction})` : name));
  if (subject.names.length === 0 || (intent !== 'has' && intent !== 'list')) {
    if (listed.length === 0) return 'Your record holds no allergies. That is not the same as having none.';
    return `Your record lists ${counted(listed.length, 'allergy', 'allergies')}: ${shown(listed)}.`;
  }
  const direct = allergies.filter(({ name }) =>
    subject.names.some((asked) => isPart(name, asked) || isPart(asked, name)),
  );
  if (direct.length > 0) {
    const details = direct.map(({ name, reaction }) => (reaction ? `${name} (reaction: ${reaction})` : name));
    return `Yes, your record lists an allergy to ${join(details)}.`;
  }
  const related = conflicts(subject.names, [], allergies).filter(({ kind }) => kind === 'allergy');
  const isGroup = subject.names.length > MOST_NAMED;
  if (related.length > 0 && isGroup) return `Yes, your record lists an allergy to ${join(reactionsOf(related))}.`;
  if (related.length > 0) return `Not by that name, but take care: ${related.map(conflictLine).join(' ')}`;
  const others = listed.length > 0 ? ` It lists ${shown(listed)}.` : ' It lists no allergies at all.';
  return `Your record lists no allergy to ${isGroup ? subject.said : join(uniqueNames(subject.names), 'or')}.${others}`;
}

/** What of a whole group is on record. */
function reactionsOf(found: readonly Conflict[]): string[] {
  return [...new Set(found.map(({ between: [, allergen] }) => allergen))];
}

/** "Penicillin" is also written "Penicillins". */
function uniqueNames(names: readonly string[]): string[] {
  return names.filter((name) => !names.some((other) => `${other}s` === name)).map(inSentence);
}

function entryLine(kind: Kind, row: Row, { moment }: RecordQuestion): string {
  const at = (column: string) => {
    const time = textIn(row, column);
    return time && dayOrYear(time, moment.timezone);
  };
  const lasted = [
    at('ended') ? `ended ${at('ended')}` : textIn(row, 'status') === 'active' ? undefined : textIn(row, 'status'),
    at('since') && at('since') !== at('ended') ? `since ${at('since')}` : undefined,
    !at('since') && !at('ended') && at('time') ? `told ${at('time')}` : undefined,
  ];
  const name = textIn(row, 'name') ?? '';
  switch (kind) {
    case 'medication': {
      const dose = row.value === undefined ? '' : ` ${row.value}${row.unit ? ` ${row.unit}` : ''}`;
      const times = textIn(row, 'frequency') ? ` ${row.frequency}` : '';
      return `${name}${dose}${times}${details(lasted)}`;
    }
    case 'condition':
      return `${name}${details([textIn(row, 'severity'), ...lasted])}`;
    case 'encounter': {
      const time = textIn(row, 'time');
      const who = textIn(row, 'practitioner');
      return `${name}${details([
        time && momentText(time, moment.timezone),
        who && !isPart(name, who) ? `with ${who}` : undefined,
        textIn(row, 'organization') && `at ${row.organization}`,
        textIn(row, 'status'),
      ])}`;
    }
    case 'practitioner':
      return `${name}${details([textIn(row, 'specialty')])}`;
    case 'family':
      return `${name} (${textIn(row, 'relation') ?? 'family'})`;
    case 'organization':
      return name;
    default: {
      const told = ['severity', 'body_site', 'duration', 'status'].map((column) => textIn(row, column));
      return `${name}${details([...told, at('time')])}`;
    }
  }
}

function sinceSentence(kind: Kind, row: Row, { moment }: RecordQuestion): string {
  const name = textIn(row, 'name') ?? '';
  const since = textIn(row, 'since') ?? (kind === 'symptom' ? textIn(row, 'time') : undefined);
  const duration = textIn(row, 'duration');
  const ended = textIn(row, 'ended');
  const end = ended && ended !== since ? ` It ended: ${dayOrYear(ended, moment.timezone)}.` : '';
  if (since)
    return `${name}: since ${dayOrYear(since, moment.timezone)} (${elapsed(since, moment)}), as your record has it.${end}`;
  if (duration) return `${name}: ${duration}, as you told it.${end}`;
  const told = textIn(row, 'time');
  return `${name}: your record does not say since when${told ? `; it was last told on ${dateText(told, moment.timezone)}` : ''}.${end}`;
}

/** Yes, or no longer: by what is still going on. */
function verdict(kind: Kind, rows: readonly Row[]): string {
  const ended = (kind === 'medication' || kind === 'condition') && rows.every((row) => textIn(row, 'ended'));
  return ended ? 'Not any more' : 'Yes';
}

function opening({ subject, event }: RecordQuestion, count: number, also: string): string {
  const [kind] = subject.kinds;
  const [one, many] = NOUNS[kind];
  const noun = count === 1 ? one : many;
  if (event) return `${count} ${noun} ${event === 'ended' ? 'ended' : 'began'}${also}`;
  const state = subject.standing
    ? { active: 'current ', ended: 'former ', planned: 'planned ', coming: 'upcoming ', past: 'past ' }[
        subject.standing
      ]
    : '';
  return `Your record holds ${count} ${state}${noun}${also}`;
}

function nothing({ subject, event, intent }: RecordQuestion, also: string): string {
  const state = subject.standing
    ? { active: 'current ', ended: 'former ', planned: 'planned ', coming: 'upcoming ', past: 'past ' }[
        subject.standing
      ]
    : '';
  if (event && subject.names.length === 0)
    return `Your record holds no ${subject.said} that ${event === 'ended' ? 'ended' : 'began'}${also}.`;
  if (subject.kinds[0] === 'encounter' && subject.standing === 'coming' && !subject.practitioner && !subject.specialty)
    return `There is no coming appointment in your record${also}. Tell me day, time and place of one, and I will keep it.`;
  const answer = `our record holds no ${state}${inSentence(subject.said)}${also}.`;
  return intent === 'has' ? `Not as far as I can see: y${answer}` : `Y${answer}`;
}

function countSentence({ subject, moment }: RecordQuestion, row: Row | undefined, also: string): string {
  const [kind] = subject.kinds;
  const [one, many] = NOUNS[kind];
  const count = numberIn(row, 'count') ?? 0;
  const of = subject.names.length > 0 ? ` of ${inSentence(subject.said)}` : '';
  const whom = subject.practitioner || subject.specialty ? ` (${subject.said})` : '';
  const last = row && textIn(row, 'last');
  const latest = last && count > 0 ? ` The last is from ${dateText(last, moment.timezone)}.` : '';
  return `Your record holds ${count === 0 ? `no ${many}` : counted(count, one, many)}${of}${whom}${also}.${latest}`;
}

function details(parts: readonly (string | undefined)[]): string {
  const given = parts.filter((part) => part && part !== 'present');
  return given.length > 0 ? ` (${given.join(', ')})` : '';
}

function shown(lines: readonly string[]): string {
  const listed = [...new Set(lines)].slice(0, MOST_SHOWN).join('; ');
  return lines.length > MOST_SHOWN ? `${listed}; and ${lines.length - MOST_SHOWN} more` : listed;
}

function isPart(whole: string, part: string): boolean {
  return whole.toLowerCase().includes(part.toLowerCase().replace(/^dr\.?\s+/, ''));
}
