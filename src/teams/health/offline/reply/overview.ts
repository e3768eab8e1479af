/** "Am I healthy?", "how is my heart?", "what should I ask my doctor?": the open points of the record, of all of it or of one body system. */
import { dateText, inSentence, join, relatedTypes, testsOfSystem } from '../../../../clinical/index.ts';
import { isActive } from '../record-view.ts';
import { dueChecks, testsToFollow, UNREADABLE } from './check-ups.ts';
import { aboutWhat, nextVisit } from './entries.ts';
import type { Scene } from './scene.ts';
import { type Course, isOutside } from './series.ts';

const MAX_POINTS = 5;
const MAX_TESTS = 4;
/** Of what is measured regularly, an older value is worth measuring again. */
const OLD_MS = 365 * 24 * 3600 * 1000;

export function overview(scene: Scene): string {
  const { view, courses } = scene;
  if (!view.readable) return UNREADABLE;
  const points = openPoints(scene, courses);
  const fine = courses.filter(({ latest }) => latest.standing === 'normal').map(({ name }) => inSentence(name));
  const conditions = view.sections.conditions.filter(({ status }) => status !== 'resolved').map(({ name }) => name);
  if (courses.length + conditions.length === 0)
    return 'I cannot say yet: your record holds no values and no conditions. Tell me your last results, what you take and what you have been diagnosed with, and I can put them together.';
  const opening =
    points.length > 0
      ? `By your record ${points.length === 1 ? 'one point is' : `${points.length} points are`} open:`
      : 'By your record nothing is open:';
  return [
    opening,
    ...points.map((point) => `- ${point}`),
    ...(fine.length > 0 ? [`- Within the usual range: ${join(fine.slice(0, MAX_POINTS))}.`] : []),
    ...(conditions.length > 0 ? [`- Conditions on record: ${join(conditions.map(inSentence))}.`] : []),
    nextVisit(scene) || `How you feel matters as much as values: tell me if something troubles you.`,
  ].join('\n');
}

/** What to raise at a visit. */
export function toRaise(scene: Scene): string {
  const { courses, view, said, toldNow } = scene;
  if (!view.readable) return UNREADABLE;
  const complaints = toldNow.map((name) => `${name}: since when, what sets it off, and what it may come from.`);
  const values = said.readings
    .filter(isOutside)
    .map(({ title }) => `${title}: whether it needs another check or a treatment.`);
  const outside = courses.filter(({ latest }) => isOutside(latest)).map((course) => outsideLine(course, scene));
  const points = [...complaints, ...values, ...outside].slice(0, MAX_POINTS).map((point) => `- ${point}`);
  points.push(...dueChecks(scene));
  if (points.length === 0)
    return 'No value that I know of is out of range; I would raise what troubles you most, since when, and what you take for it.';
  return ['Worth raising:', ...points].join('\n');
}

/** An organ or a body system: its values, what is missing of it, and the conditions and medicines that belong to it. */
export function ofSystem(scene: Scene, entries: readonly string[]): string {
  const { question, courses, asked, notMeasured, view } = scene;
  if (!view.readable) return UNREADABLE;
  const held = new Set(courses.map(({ name }) => name));
  const usual = [...question.systems].flatMap((system) => testsOfSystem(system)).filter((test) => !isHeld(test, held));
  const missing = notMeasured.length > 0 ? notMeasured : usual;
  const about = aboutWhat(scene);
  const tests = missing.slice(0, MAX_TESTS).map(inSentence);
  if (entries.length === 0)
    return `Your record has no measurement or condition of ${about}, so I cannot say.${tests.length > 0 ? ` Usual tests would be ${join(tests)}.` : ''}`;
  const outside = asked.filter(({ latest }) => isOutside(latest));
  const opening =
    asked.length === 0
      ? `Your record has no measurement of ${about}.`
      : outside.length > 0
        ? `Of ${about}, ${join(outside.map(({ name }) => inSentence(name)))} ${outside.length > 1 ? 'are' : 'is'} outside the usual range.`
        : `Of ${about}, every value on record is within the usual range.`;
  return [
    opening,
    ...entries.map((line) => `- ${line}`),
    ...(tests.length > 0 ? [`Not on record: ${join(tests)}.`] : []),
  ].join('\n');
}

/** Values out of range with their trend, and tests that are missing or old. */
function openPoints({ view, moment }: Scene, courses: readonly Course[]): string[] {
  const outside = courses.filter(({ latest }) => isOutside(latest)).map((course) => outsideLine(course, { moment }));
  const held = new Set(courses.map(({ name }) => name));
  const taken = view.sections.medications.filter(isActive).map(({ name }) => name);
  const missing = testsToFollow(taken, (test) => isHeld(test, held));
  const old = courses.filter(
    ({ latest }) => latest.time && !isOutside(latest) && moment.now.getTime() - Date.parse(latest.time) > OLD_MS,
  );
  return [
    ...outside.slice(0, MAX_POINTS),
    ...(missing.length > 0
      ? [
          `Not on record, though usually followed with your medicines: ${join(missing.slice(0, MAX_TESTS).map(inSentence))}.`,
        ]
      : []),
    ...(old.length > 0
      ? [`More than a year old: ${join(old.slice(0, MAX_TESTS).map(({ name }) => inSentence(name)))}.`]
      : []),
  ];
}

function outsideLine({ latest, way }: Course, { moment }: Pick<Scene, 'moment'>): string {
  const when = latest.time ? ` (${dateText(latest.time, moment.timezone)})` : '';
  const where = latest.standing?.endsWith('low') ? 'below' : 'above';
  return `${latest.title}${when}: ${where} the usual range${way ? `, ${way}` : ''}.`;
}

/** Under any of its names. */
function isHeld(test: string, held: ReadonlySet<string>): boolean {
  return relatedTypes(test).some((name) => held.has(name));
}
