/** When to see a doctor, by the values and symptoms of the message, the record and the question. General rules, never a diagnosis. */
import {
  childFacts,
  type DescribedReading,
  drugEffects,
  inSentence,
  isEffect,
  join,
  topicFacts,
  unique,
} from '../../../clinical/index.ts';
import { isOver, type Said } from './consultant-said.ts';

/** Measurements that change within hours, so an earlier value or the next visit is of no use. */
export const SHORT_LIVED: ReadonlySet<string> = new Set([
  'Body temperature',
  'Heart rate',
  'Respiratory rate',
  'Oxygen saturation',
]);
const FEVER_FROM = 38;
const MAX_SYMPTOMS = 2;
const IN_PREGNANCY =
  'In pregnancy call your maternity unit the same day at 140/90 or more, and at once at 160/110 or with headache, trouble seeing, pain below the ribs or sudden swelling (NHS; NICE).';
/** The red-flag advice itself is at the beginning of every reply that needs it (red-flag-preface.ts). */
export const URGENT = 'This may be urgent: please act on the advice at the beginning before anything else here.';
const TODAY = 'If it stays so, or anything feels wrong, speak to a doctor today.';
export const IN_GENERAL =
  'In general: see a doctor if it is strong, new, getting worse or does not pass within a few days; at once with trouble breathing, chest pain, confusion, fainting or severe pain.';

export function aboutReadings(readings: readonly DescribedReading[], whose = 'your', pregnant = false): string[] {
  const outside = readings.filter(({ standing }) => standing && standing !== 'normal');
  const grave = outside.filter(({ standing }) => standing?.startsWith('critical'));
  if (grave.length > 0)
    return [`Have ${join(unique(grave.map(({ title }) => title)))} checked today, even if there are no complaints.`];
  const lasting = unique(outside.filter(({ name }) => !SHORT_LIVED.has(name)).map(({ name }) => name));
  const [only] = lasting;
  const facts = only && lasting.length === 1 ? topicFacts(topicOf(only, outside)) : null;
  const lines: string[] = [];
  if (pregnant && lasting.includes('Blood pressure')) lines.push(IN_PREGNANCY);
  else if (facts?.see) lines.push(`${only}: ${facts.see} (${facts.source})`);
  else if (lasting.length > 0)
    lines.push(
      `Talk about ${whose} ${join(lasting.map(inSentence))} at the next visit, or sooner if anything feels wrong.`,
    );
  const feverish = outside.some(isFever);
  const moment = outside.filter(({ name }) => SHORT_LIVED.has(name) && !(feverish && name === 'Body temperature'));
  for (const name of unique(moment.map((reading) => reading.name))) {
    const { see = '', source = '' } = topicFacts(name) ?? {};
    lines.push(
      `Measure ${whose} ${inSentence(name)} again after ten minutes of rest. ${see ? `${see} (${source})` : TODAY}`,
    );
  }
  return lines;
}

/** The texts about high blood pressure do not apply to a low one. */
function topicOf(name: string, readings: readonly DescribedReading[]): string {
  const isLow = readings.some((reading) => reading.name === name && reading.standing?.endsWith('low'));
  return isLow && name === 'Blood pressure' ? 'Hypotension' : name;
}

/** What the tables say for each symptom, and one rule for those they do not know. */
export function aboutSymptoms(symptoms: readonly string[], child = false): string[] {
  const factsOf = (name: string) => (child ? childFacts(name) : null) ?? topicFacts(name);
  const known = symptoms.flatMap((name) => {
    const facts = factsOf(name);
    return facts?.see ? [`${name}: ${facts.see} (${facts.source})`] : [];
  });
  const others = symptoms.filter((name) => !factsOf(name)?.see);
  const general =
    others.length > 0
      ? [
          `See a doctor about ${join(others.map(inSentence))} if it is strong, new, getting worse or does not pass within a few days, and at once if it becomes severe.`,
        ]
      : [];
  return [...known.slice(0, MAX_SYMPTOMS), ...general];
}

/** The symptoms that the message states; a fever also by its temperature. */
export function symptomsIn(said: Said, readings: readonly DescribedReading[]): string[] {
  return unique([
    ...(readings.some(isFever) ? ['Fever'] : []),
    ...said.findings.filter((one) => one.kind === 'symptom' && !isOver(one)).map(({ name }) => name),
  ]);
}

export function isFever({ name, title }: DescribedReading): boolean {
  if (name !== 'Body temperature') return false;
  const value = Number(/[\d.]+/.exec(title)?.[0]);
  return (value > 80 ? ((value - 32) * 5) / 9 : value) >= FEVER_FROM;
}

/** Symptoms that are known side effects of a medicine which is taken. */
export function knownEffects(symptoms: readonly string[], medicines: readonly string[]): string[] {
  return symptoms.flatMap((symptom) =>
    unique(medicines).flatMap((drug) => {
      const effects = drugEffects(drug);
      return effects && isEffect(effects, symptom)
        ? [
            `${symptom} is a known side effect of ${drug} (${effects.source}). It may have other causes; tell whoever prescribed it.`,
          ]
        : [];
    }),
  );
}

/** Family history is not the person's own condition, but is mentioned. */
export function familyAnswer(family: Said['family']): string {
  if (family.length === 0) return '';
  const whose = family.map(({ name, relations }) => {
    const who = relations.filter((relation) => relation !== 'family').map((relation) => `your ${relation}`);
    return who.length > 0 ? `${name} (${join(who)})` : name;
  });
  return `${join(whose)}: I take this as family history, not as something that you have. It can matter for which check-ups are advised for you and from which age, so tell your doctor who had it and how old they were when it was found.`;
}

/** Treatment goals from guidelines, where the reference range for healthy people would mislead. */
export function treatmentGoals(
  readings: readonly DescribedReading[],
  diabetic: boolean,
  taken: readonly string[],
): string {
  const isOut = (test: string) => readings.some(({ name, standing }) => name === test && standing !== 'normal');
  if (taken.includes('Warfarin') && isOut('INR'))
    return 'The range for INR is that of people without warfarin. With it the goal is mostly 2 to 3 (NHS); yours is set by your clinic.';
  if (!diabetic || !isOut('HbA1c')) return '';
  return 'The range for HbA1c is that of people without diabetes. For many adults who are treated for diabetes the goal is below 7 % (53 mmol/mol; American Diabetes Association); yours is set with your doctor.';
}
