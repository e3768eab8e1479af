/**
 * What a health turn begins with, whichever agent or model wrote the rest: the advice for red flags, without what the record speaks
 * against, then warnings about medicines that the message names. Several runs of a turn ask for it, so that of the last few turns is cached.
 */
import { LRUCache } from 'lru-cache';
import { isOfLastWeeks, type Known, type KnownOfPerson, type MedicineWarning } from '../../clinical/index.ts';
import type { Preface } from '../../engine/run/team-module.ts';
import { momentOf, type Task } from '../../engine/task/task.ts';
import { type PatientRecord, patientKey } from '../../record/index.ts';
import type { Reading } from '../reading.ts';
import { redFlagPreface } from '../red-flag-preface.ts';

/** `present`: what is so now, and what was done in the last weeks. */
type Person = KnownOfPerson & { present: readonly string[] };
type Parts = { record: PatientRecord; reading: Reading };

/** More than the turns that a process works on at the same time. */
const KEPT = 200;
/** Below this an eGFR is stage 3b of chronic kidney disease (KDIGO 2024). */
const WEAK_KIDNEYS = 45;
/** The record does not answer: the person must not take its silence for safety. */
const NOT_CHECKED =
  'I could not check this against your allergies, medicines and conditions just now. Ask a pharmacist or doctor before you take it.';

export function healthPreface(parts: Parts): (task: Task, earlier: readonly string[]) => Promise<Preface> {
  const redFlags = redFlagPreface(parts.reading, 'redFlagsAndMedicines');
  const kept = new LRUCache<string, Promise<Preface>>({ max: KEPT });
  return (task, earlier) => {
    // The conversation may have gone on since the message was admitted, and a merge makes it longer.
    const key = JSON.stringify([task.id, task.text.length, earlier.length]);
    const known = kept.get(key);
    if (known) return known;
    const made = prefaceOf(parts, task, earlier, redFlags);
    kept.set(key, made);
    made.then(
      ({ data }) => data.medicines_checked === false && kept.delete(key),
      () => kept.delete(key),
    );
    return made;
  };
}

async function prefaceOf(
  parts: Parts,
  task: Task,
  earlier: readonly string[],
  redFlags: ReturnType<typeof redFlagPreface>,
): Promise<Preface> {
  const { medicines: named, news = false, dependsOnRecord = false, ...flags } = await redFlags(task, earlier);
  const isAdvised = flags.text !== '' || dependsOnRecord;
  // A message that could not be read names none.
  if (!task.subject || !named || (named.length === 0 && !news && !isAdvised)) return flags;
  const { now, timezone } = momentOf(task);
  const person = await knownOf(parts.record, task.tenant, task.subject.id, now).catch(() => null);
  if (!person)
    return named.some(({ asks }) => asks) ? added(flags, [NOT_CHECKED], { medicines_checked: false }) : flags;
  const { text, user_location } = task;
  const [advised, warnings] = await Promise.all([
    isAdvised ? parts.reading.read('redFlags', { text, earlier, user_location, known: toAdvise(person) }) : flags,
    parts.reading.read('medicineWarnings', { text, known: person, moment: { now, timezone } }),
  ]);
  // Two medicines of one message that must not be combined are an alarm already.
  const isSaid = ({ medicine, against }: MedicineWarning) =>
    advised.text.includes(medicine) && advised.text.includes(against);
  const lines = warnings.filter((one) => !isSaid(one)).map((one) => one.text);
  return added(advised, lines, lines.length > 0 ? { medicine_warnings: warnings } : {});
}

function toAdvise({ allergies, medicines, conditions, present }: Person): Known {
  return {
    present,
    allergies: allergies.map(({ name }) => name),
    medicines,
    conditions,
    pregnant: present.includes('Pregnancy'),
  };
}

function added({ text, data }: Preface, lines: readonly string[], more: Record<string, unknown>): Preface {
  return { text: [text, ...lines].filter(Boolean).join('\n'), data: { ...data, ...more } };
}

async function knownOf(record: PatientRecord, tenant: string, patientId: string, now: Date): Promise<Person> {
  const patient = patientKey(tenant, patientId);
  const [panel, active, ended, kidneys] = await Promise.all([
    record.sidePanel(patient, patientId),
    record.regimens(patient, { state: 'active' }),
    record.regimens(patient, { state: 'historical' }),
    record.observations(patient, 'eGFR', { limit: 1 }),
  ]);
  const filtration = Number(kidneys[0]?.canonical?.value ?? kidneys[0]?.value ?? Number.NaN);
  return {
    allergies: panel.allergies.filter(isPresent).map(({ name, reaction }) => ({ name, reaction })),
    medicines: active.map(({ name }) => name),
    stopped: ended.map(({ name }) => name).filter((name) => !active.some((one) => one.name === name)),
    conditions: panel.conditions.filter(mayMatter).map(({ name }) => name),
    present: [
      ...panel.conditions.filter(isPresent),
      ...panel.procedures.filter((one) => isOfLastWeeks(one.effective_time, now)),
    ].map(({ name }) => name),
    kidneys: filtration < WEAK_KIDNEYS ? `an eGFR of ${filtration}` : undefined,
  };
}

function isPresent({ status }: { status?: string | undefined }): boolean {
  return status !== 'resolved' && status !== 'history' && status !== 'inactive';
}

/** A heart attack or an ulcer of long ago speaks against a medicine as well; a pregnancy ends, and an allergy can be outgrown. */
function mayMatter({ name, status }: { name: string; status?: string | undefined }): boolean {
  return name !== 'Pregnancy' || isPresent({ status });
}
