/**
 * What a health turn begins with, whichever agent or model wrote the rest: the advice for red flags, then warnings about medicines that
 * the message names. Several runs of a turn ask for it, so that of the last few turns is cached.
 */
import { LRUCache } from 'lru-cache';
import type { KnownOfPerson } from '../../clinical/index.ts';
import type { Preface } from '../../engine/run/team-module.ts';
import { momentOf, type Task } from '../../engine/task/task.ts';
import { type PatientRecord, patientKey } from '../../record/index.ts';
import type { Reading } from '../reading.ts';
import { isUnread, redFlagPreface } from '../red-flag-preface.ts';

type Parts = { record: PatientRecord; reading: Reading };

/** More than the turns that a process works on at the same time. */
const KEPT = 200;
/** Below this an eGFR is stage 3b of chronic kidney disease (KDIGO 2024). */
const WEAK_KIDNEYS = 45;
/** The record does not answer: the person must not take its silence for safety. */
const NOT_CHECKED =
  'I could not check this against your allergies, medicines and conditions just now. Ask a pharmacist or doctor before you take it.';

export function healthPreface(parts: Parts): (task: Task) => Promise<Preface> {
  const redFlags = redFlagPreface(parts.reading);
  const kept = new LRUCache<string, Promise<Preface>>({ max: KEPT });
  return (task) => {
    const known = kept.get(task.id);
    if (known) return known;
    const made = prefaceOf(parts, task, redFlags);
    kept.set(task.id, made);
    made.then(
      ({ data }) => data.medicines_checked === false && kept.delete(task.id),
      () => kept.delete(task.id),
    );
    return made;
  };
}

async function prefaceOf(parts: Parts, task: Task, redFlags: ReturnType<typeof redFlagPreface>): Promise<Preface> {
  const flags = await redFlags(task);
  if (!task.subject || isUnread(flags)) return flags;
  const named = await parts.reading.read('medicinesNamed', task.text);
  if (named.length === 0) return flags;
  const patient = patientKey(task.tenant, task.subject.id);
  const person = await knownOf(parts.record, patient, task.subject.id).catch(() => null);
  if (!person) {
    const asks = named.some((one) => one.asks);
    return asks ? added(flags, [NOT_CHECKED], { medicines_checked: false }) : flags;
  }
  const { now, timezone } = momentOf(task);
  const warnings = await parts.reading.read('medicineWarnings', {
    text: task.text,
    known: person,
    moment: { now, timezone },
  });
  return added(
    flags,
    warnings.map(({ text }) => text),
    warnings.length > 0 ? { medicine_warnings: warnings } : {},
  );
}

function added({ text, data }: Preface, lines: readonly string[], more: Record<string, unknown>): Preface {
  return { text: [text, ...lines].filter(Boolean).join('\n'), data: { ...data, ...more } };
}

async function knownOf(record: PatientRecord, patient: string, patientId: string): Promise<KnownOfPerson> {
  const [panel, regimens, kidneys] = await Promise.all([
    record.sidePanel(patient, patientId),
    record.regimens(patient, { state: 'active' }),
    record.observations(patient, 'eGFR', { limit: 1 }),
  ]);
  const filtration = Number(kidneys[0]?.canonical?.value ?? kidneys[0]?.value ?? Number.NaN);
  return {
    allergies: panel.allergies.filter(isPresent).map(({ name, reaction }) => ({ name, reaction })),
    medicines: regimens.map(({ name }) => name),
    conditions: panel.conditions.filter(isPresent).map(({ name }) => name),
    kidneys: filtration < WEAK_KIDNEYS ? `an eGFR of ${filtration}` : undefined,
  };
}

function isPresent({ status }: { status?: string | undefined }): boolean {
  return status !== 'resolved' && status !== 'history' && status !== 'inactive';
}
