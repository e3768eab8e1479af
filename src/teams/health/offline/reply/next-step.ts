/** The one next step: when to see someone, by the values and symptoms that the reply is about. General rules, never a diagnosis. */
import {
  complaintFacts,
  conflicts,
  DAY_MS,
  type DescribedReading,
  drugEffects,
  effectBehind,
  followedBy,
  inSentence,
  isEffect,
  isFever,
  join,
  knownEffect,
  termOf,
  topicFacts,
  unique,
} from '../../../../clinical/index.ts';
import { testsToFollow } from './check-ups.ts';
import { FLUID, gainsFluid } from './fluid.ts';
import { isOver, isStopped } from './said.ts';
import type { Scene } from './scene.ts';
import { isOutside } from './series.ts';
import { seeLine } from './topic-lines.ts';

/** Measurements that change within hours, so an earlier value or the next visit is of no use. */
const SHORT_LIVED: ReadonlySet<string> = new Set([
  'Body temperature',
  'Heart rate',
  'Respiratory rate',
  'Oxygen saturation',
]);
/** Of each medicine. */
const MAX_TESTS = 3;
const MAX_SYMPTOMS = 2;
/** How advice begins: on what cannot wait, on the same day, within days or weeks. */
const URGENT_FIRST = [/^(?:Get help|Call|Go)\b/, /^[^,;:.]* the same day\b/, /^[^,;:.]* (?:soon|within)\b/];
const GAVE_BIRTH =
  /\bpost-?(?:partum|natal)\b|\b(?:gave|given|giving|since the|after the|after) birth\b|\b(?:my|the|our)? ?(?:newborn|baby)\b|\bmidwife\b/i;
const IN_PREGNANCY =
  'In pregnancy call your maternity unit the same day at 140/90 or more, and at once at 160/110 or with headache, trouble seeing, pain below the ribs or sudden swelling (NHS; NICE).';
const TODAY = 'If it stays so, or anything feels wrong, speak to a doctor today.';
export const IN_GENERAL =
  'In general: see a doctor if it is strong, new, getting worse or does not pass within a few days; at once with trouble breathing, chest pain, confusion, fainting or severe pain.';

export function whose({ whom }: Pick<Scene, 'whom'>): string {
  return whom.who === 'relative' ? `${whom.noun}’s` : 'your';
}

/** When to see someone about these. */
export function adviceOn(scene: Scene, names: readonly string[], readings: readonly DescribedReading[]): string[] {
  const child = scene.whom.who === 'relative' && scene.whom.child;
  return unique([...(child ? [] : aboutReadings(scene, readings)), ...aboutSymptoms(unique(names), child)]);
}

function aboutReadings(scene: Scene, readings: readonly DescribedReading[]): string[] {
  // Of several values of a kind the last one counts.
  const last = [...new Map(readings.map((reading) => [reading.name, reading])).values()];
  const outside = last.filter((reading) => isOutside(reading) && !isPassed(reading, scene.moment.now));
  const grave = outside.filter(({ standing }) => standing?.startsWith('critical'));
  if (grave.length > 0)
    return [`Have ${join(unique(grave.map(({ title }) => title)))} checked today, even if there are no complaints.`];
  const lasting = unique(outside.filter(({ name }) => !SHORT_LIVED.has(name)).map(({ name }) => name));
  const [only] = lasting;
  const facts = only && lasting.length === 1 ? topicFacts(topicOf(only, outside)) : null;
  const lines: string[] = [];
  if (gainsFluid(scene)) lines.push(FLUID);
  if (scene.pregnant && lasting.includes('Blood pressure')) lines.push(IN_PREGNANCY);
  else if (only && facts?.see) lines.push(seeLine(only, facts));
  else if (lasting.length > 0)
    lines.push(
      `Talk about ${whose(scene)} ${join(lasting.map(inSentence))} at the next visit, or sooner if anything feels wrong.`,
    );
  // A value that no range judges: the tables say when to talk about it.
  const unjudged = last.filter(({ standing }) => standing === null).map(({ name }) => seeLine(name, topicFacts(name)));
  if (lines.length === 0 && scene.question.asked.length > 0) lines.push(...unjudged.filter(Boolean).slice(0, 1));
  const feverish = outside.some(isFever);
  const moment = outside.filter(({ name }) => SHORT_LIVED.has(name) && !(feverish && name === 'Body temperature'));
  for (const name of unique(moment.map((reading) => reading.name))) {
    const { see = '', source = '' } = topicFacts(name) ?? {};
    lines.push(
      `Measure ${whose(scene)} ${inSentence(name)} again after ten minutes of rest. ${see ? `${see} (${source})` : TODAY}`,
    );
  }
  return lines;
}

/** A fever of last month: of what changes within hours, nothing is left to check. A time may be a year or a month, which lasts. */
function isPassed({ name, time }: DescribedReading, now: Date): boolean {
  if (time === undefined || !SHORT_LIVED.has(name)) return false;
  const days = time.length === 4 ? 366 : time.length === 7 ? 31 : 1;
  return Date.parse(time) + (days + 1) * DAY_MS < now.getTime();
}

/** The texts about high blood pressure do not apply to a low one. */
function topicOf(name: string, readings: readonly DescribedReading[]): string {
  const isLow = readings.some((reading) => reading.name === name && reading.standing?.endsWith('low'));
  return isLow && name === 'Blood pressure' ? 'Hypotension' : name;
}

/** What the tables say for each symptom, the most urgent first, and one rule for those they do not know. */
function aboutSymptoms(symptoms: readonly string[], child: boolean): string[] {
  const known = symptoms.flatMap((name) => {
    const facts = complaintFacts(name, child);
    return facts?.see ? [{ see: facts.see, line: seeLine(name, facts) }] : [];
  });
  const advice = known.toSorted((a, b) => delayOf(a.see) - delayOf(b.see)).map(({ line }) => line);
  const others = symptoms.filter((name) => !complaintFacts(name, child)?.see);
  const general = `See a doctor about ${join(others.map(inSentence))} if it is strong, new, getting worse or does not pass within a few days, and at once if it becomes severe.`;
  return [...advice.slice(0, MAX_SYMPTOMS), ...(others.length > 0 && advice.length < MAX_SYMPTOMS ? [general] : [])];
}

function delayOf(see: string): number {
  const found = URGENT_FIRST.findIndex((beginning) => beginning.test(see));
  return found < 0 ? URGENT_FIRST.length : found;
}

/** For what the message states; a condition that has long been known is no reason to see someone. */
export function nextStep(scene: Scene): string[] {
  const { said, whom, toldNow, symptoms, question } = scene;
  if (whom.who === 'patient') return [];
  const readings = said.readings.length + said.others.length > 0 ? scene.readings : [];
  const complaints = toldNow.length > 0 || question.asked.length === 0 ? symptoms : [];
  const steps = adviceOn(scene, [...afterBirth(scene, complaints), ...complaints, ...newCondition(scene)], readings);
  return steps.length > 0 || question.asked.length > 0 ? steps : stillToMeasure(scene);
}

/** Low mood in the weeks after a birth is more than a bad day. */
function afterBirth({ text, whom }: Scene, complaints: readonly string[]): string[] {
  const isMood = complaints.some((name) => termOf(name, 'symptom')?.system === 'mental');
  return isMood && whom.who === 'self' && GAVE_BIRTH.test(text) ? ['Postpartum depression'] : [];
}

/** A single condition that the message is about, and that no value of it judges. */
function newCondition({ said, view, whom, toldNow }: Scene): string[] {
  if (toldNow.length > 0 || whom.who === 'relative' || said.medications.length > 0) return [];
  const isKnown = (name: string) =>
    view.sections.conditions.some((one) => one.name.toLowerCase().includes(name.toLowerCase()));
  const told = said.findings.filter((one) => one.kind === 'condition' && !isOver(one) && !isKnown(one.name));
  const [only] = told;
  if (!only || told.length > 1) return [];
  const isMeasured = followedBy(only.name).some((test) => said.readings.some(({ name }) => name === test));
  return topicFacts(only.name)?.see && !isMeasured ? [only.name] : [];
}

/** "With Lisinopril doctors also follow potassium and creatinine; your record has none: ask at the next visit." */
function stillToMeasure({ said, courses, view }: Scene): string[] {
  if (!view.readable) return [];
  const held = new Set([...courses.map(({ name }) => name), ...said.readings.map(({ name }) => name)]);
  const taken = unique(said.medications.filter((mention) => !isStopped(mention)).map(({ name }) => name));
  const open = taken.flatMap((name) => {
    const tests = testsToFollow([name], (test) => held.has(test))
      .filter((test) => termOf(test, 'observation'))
      .slice(0, MAX_TESTS);
    return tests.length > 0 ? [`${inSentence(name)}: ${join(tests.map(inSentence))}`] : [];
  });
  return open.length > 0
    ? [
        `Doctors follow some blood tests with these medicines (${open.join('; ')}). Your record has none yet: ask at the next visit.`,
      ]
    : [];
}

/** Symptoms that are known side effects of a medicine which is taken, or signs of what it can bring. */
export function knownEffects(symptoms: readonly string[], medicines: readonly string[]): string[] {
  return symptoms.flatMap((symptom) => unique(medicines).flatMap((drug) => effectLines(symptom, drug, medicines)));
}

function effectLines(symptom: string, drug: string, taken: readonly string[]): string[] {
  const effects = drugEffects(drug);
  if (!effects) return [];
  if (isEffect(effects, symptom)) {
    const known = `${knownEffect(symptom, drug)} (${effects.source}).`;
    const more = strongerWith(drug, taken);
    return [more ? `${known} ${more}` : `${known} It may have other causes; tell whoever prescribed it.`];
  }
  const behind = effectBehind(effects, symptom);
  const facts = behind && topicFacts(behind);
  if (!behind || !facts) return [];
  return [
    `${symptom} can be a sign of ${inSentence(behind)}, which ${drug} can bring (${effects.source}).`,
    `Usual for ${inSentence(behind)}: ${facts.care}. ${facts.see} (${facts.source})`,
  ];
}

/** Another medicine that makes more of it: then it does not wait for the next visit. */
function strongerWith(drug: string, taken: readonly string[]): string {
  const pairs = conflicts(
    [drug],
    taken.filter((name) => name !== drug),
    [],
  );
  const found = pairs.find(({ kind, severity }) => kind === 'interaction' && severity !== 'caution');
  const other = found?.between.find((name) => name !== drug);
  return found && other
    ? `It is taken together with ${other}: ${found.why} (${found.source}). Ring your doctor or pharmacist today, before the next dose.`
    : '';
}
