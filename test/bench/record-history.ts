/**
 * `npm run bench -- history`: what a turn's reads and writes cost in a record with 100 observations of one kind, and in one with
 * 5,000. Nothing that a turn does may grow with the history.
 */
import { randomUUID } from 'node:crypto';
import { guard } from '../../src/record/cypher/guard.ts';
import { series, seriesOfAll } from '../../src/record/questions/series.ts';
import { type PatientRecord, patientKey } from '../../src/record/record.ts';
import { terminology } from '../../src/teams/health/terminology.ts';
import { told, turn } from '../record/told.ts';
import { openStore } from './record-store.ts';

const SIZES = [100, 5_000];
const SAMPLES = 60;
const DAY_MS = 86_400_000;
const START = Date.UTC(2010, 0, 1);

const at = (day: number) => new Date(START + day * DAY_MS).toISOString();
const pulse = (day: number, more = {}) =>
  told('observation', 'Heart rate', { value: 60 + (day % 30), unit: 'bpm', effective_time: at(day), ...more });

let day = 0;
const next = () => turn({ filed_at: at(day), session_id: 'long' });

const STEPS: Record<string, (record: PatientRecord, patient: string) => Promise<unknown>> = {
  'file five facts': (record, patient) => {
    day += 1;
    const facts = [
      pulse(day),
      pulse(day),
      told('symptom', 'Headache', { effective_time: at(day) }),
      told('condition', 'Gout'),
      told('medication', 'Metformin', { value: 500 + (day % 2), unit: 'mg' }),
    ];
    return record.file(patient, facts, next());
  },
  'file a correction': (record, patient) => {
    day += 1;
    return record.file(patient, [pulse(day), pulse(day, { supersedes: 'previous' })], next());
  },
  'newest 30': (record, patient) => record.observations(patient, 'Heart rate', { limit: 30 }),
  'series of 30': (record, patient) => series(record, patient, 'heart rate', { terminology, limit: 30 }),
  'series by any name': (record, patient) => seriesOfAll(record, patient, 'heart', { terminology, limit: 30 }),
  'what was measured': (record, patient) => record.observationNames(patient),
  'side panel': (record, patient) => record.sidePanel(patient, 'P'),
  medications: (record, patient) => record.regimens(patient, { state: 'active' }),
  'Cypher question': (record, patient) =>
    record.read(
      patient,
      guard(`MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation)
RETURN o.value AS value, o.effective_time AS time ORDER BY time DESC LIMIT 5`),
    ),
};

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

async function measure(record: PatientRecord, size: number): Promise<Map<string, number>> {
  const patient = patientKey('bench', randomUUID());
  for (let filed = 0; filed < size; filed += 50) {
    const facts = Array.from({ length: 50 }, () => pulse(day++));
    await record.file(patient, facts, next());
  }
  const times = new Map<string, number>();
  for (const [name, step] of Object.entries(STEPS)) {
    const taken: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const begun = performance.now();
      await step(record, patient);
      taken.push(performance.now() - begun);
    }
    times.set(name, median(taken));
  }
  return times;
}

const store = await openStore();
try {
  const record = await store.open();
  await measure(record, 100);
  const [few, many] = [await measure(record, SIZES[0] ?? 0), await measure(record, SIZES[1] ?? 0)];
  console.log(
    `${record.about().version}\n\n| p50 in ms | ${SIZES.join(' observations | ')} observations | growth |\n|---|---|---|---|`,
  );
  for (const name of Object.keys(STEPS)) {
    const [a, b] = [few.get(name) ?? 0, many.get(name) ?? 0];
    console.log(`| ${name} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(b / a).toFixed(1)} |`);
  }
  await record.close();
} finally {
  await store.close();
}
