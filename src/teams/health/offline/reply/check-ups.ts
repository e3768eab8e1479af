/** Checks that are due by the medicines, the conditions and the age on record: for a visit, and for "which checks am I behind on?" */
import {
  type CheckUp,
  checkUpsFor,
  dateText,
  inSentence,
  join,
  relatedTypes,
  unique,
} from '../../../../clinical/index.ts';
import { isActive } from '../record-view.ts';
import { isOver } from './said.ts';
import type { Scene } from './scene.ts';

const MAX_LINES = 6;
/** Of one reason. */
const MAX_CHECKS = 5;
const MONTH_MS = (365.25 / 12) * 24 * 3600 * 1000;
export const UNREADABLE = 'I could not read your record just now, so I cannot say. Please try again in a moment.';

/** `last`: when it was last done, as the record or the message has it. */
type Due = CheckUp & { last?: string };

/** "Which checks am I behind on?" */
export function onCheckUps(scene: Scene): string {
  if (!scene.view.readable) return UNREADABLE;
  const due = dueChecks(scene);
  if (due.length > 0) return ['Due by the usual intervals, as far as your record goes:', ...due].join('\n');
  const { medicines, conditions, age } = known(scene);
  return medicines.length + conditions.length === 0 && age === undefined
    ? 'What is due depends on your age, conditions and medicines, and your record holds none of them. Tell me these and your last checks.'
    : 'By your record, nothing that I know of is overdue. Your practice knows which invitations you had.';
}

/** "- With lithium usually every 6 months: lithium level (last on record August 2025); none on record: TSH and calcium (NICE CG185)." */
export function dueChecks(scene: Scene): string[] {
  const { now, timezone } = scene.moment;
  const age = ({ last }: Due) => (last ? now.getTime() - Date.parse(last) : 0);
  const due = checkUpsFor(known(scene))
    .map((one): Due => {
      const last = lastOf(one.check, scene);
      return last ? { ...one, last } : one;
    })
    .filter((one) => !one.last || (one.months > 0 && age(one) > one.months * MONTH_MS));
  const rowOf = ({ reason, months, source }: Due) => [reason, months, source].join('|');
  // What was done long ago comes before what was never told.
  return unique(due.toSorted((a, b) => age(b) - age(a)).map(rowOf))
    .slice(0, MAX_LINES)
    .map((row) => dueLine(due.filter((one) => rowOf(one) === row).slice(0, MAX_CHECKS), timezone));
}

function dueLine(group: readonly Due[], timezone: string): string {
  const [{ reason, months, source } = { reason: '', months: 0, source: '' }] = group;
  const old = group.flatMap(({ check, last }) =>
    last ? [`${inSentence(check)} (last on record ${dateText(last, timezone)})`] : [],
  );
  const never = group.filter(({ last }) => !last).map(({ check }) => inSentence(check));
  const missing = never.length > 0 ? [`${join(never)} (none on record)`] : [];
  const often = months === 0 ? 'once' : everySoOften(months);
  const why = reason ? `With ${inSentence(reason)}` : 'At your age';
  return `- ${why}, usually ${often}: ${join([...old, ...missing])}. (${source})`;
}

/** Tests that are commonly followed with a medicine, and of which the record has no value. */
export function testsToFollow(taken: readonly string[], holds: (test: string) => boolean): string[] {
  return checkUpsFor({ medicines: taken, conditions: [] }).flatMap(({ check }) => (holds(check) ? [] : [check]));
}

function everySoOften(months: number): string {
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month'];
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

function known({ view, said, taken }: Scene) {
  const { conditions, medications } = view.sections;
  const told = said.findings.filter((one) => one.kind === 'condition' && !isOver(one));
  return {
    medicines: unique([...taken, ...medications.filter(isActive).map(({ name }) => name)]),
    conditions: unique([...conditions, ...told].filter(({ status }) => status !== 'resolved').map(({ name }) => name)),
    age: view.age,
    sex: view.sex,
  };
}

/** A value or a procedure under any of its names. */
function lastOf(check: string, { courses, view, said }: Scene): string | undefined {
  const names = new Set([check, ...relatedTypes(check)]);
  const done = [
    ...courses.flatMap(({ name, latest }) => (names.has(name) && latest.time ? [latest.time] : [])),
    ...view.sections.procedures.flatMap(({ name, time, told }) => (names.has(name) && time && !told ? [time] : [])),
    ...said.facts.flatMap(({ name, effective_time: time }) => (names.has(name) && time ? [time] : [])),
  ];
  return done.toSorted().at(-1);
}
