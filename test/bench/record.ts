/**
 * `npm run bench -- record`: what the questions to a record cost, and that they cost the same however many patients there are. It
 * fills a store of its own with 100 patients, asks, fills it up to the number given, asks again, and fails if the median has grown by
 * more than noise.
 */
import { guard } from '../../src/record/cypher/guard.ts';
import { series } from '../../src/record/questions/series.ts';
import { type PatientRecord, patientKey } from '../../src/record/record.ts';
import { terminology } from '../../src/teams/health/terminology.ts';
import { factsOfTurn, TURNS } from './record-facts.ts';
import { openStore } from './record-store.ts';
import { SETTINGS } from './settings.ts';

const FEW = 100;
const { patients: MANY, samples: SAMPLES } = SETTINGS;
/** Patients asked about with one opened record: each opening starts with nothing in memory. */
const BATCH = 50;
const WARM_UP = 5;
/** A busy machine moves a median by some tens of percent; a scan of ten times the patients would move it by hundreds. */
const GROWTH_ALLOWED = 1.6;
const FILING_AT_ONCE = 8;

const QUESTION = `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation)-[:IS_A]->(t:ObservationType)
WHERE toLower(t.name) CONTAINS toLower($what) AND o.effective_time >= $since
RETURN t.name AS name, o.value AS value, o.effective_time AS time ORDER BY time DESC LIMIT 5`;

const ASKED: Record<string, (record: PatientRecord, patient: string) => Promise<unknown>> = {
  'side panel': (record, patient) => record.sidePanel(patient, 'P'),
  series: (record, patient) => series(record, patient, 'HbA1c', { terminology }),
  'Cypher question': ask,
  'the next one': ask,
};

function ask(record: PatientRecord, patient: string): Promise<unknown> {
  return record.read(patient, guard(QUESTION, { what: 'a1c', since: '2024-01-01T00:00:00.000Z' }));
}

const key = (index: number) => patientKey('bench', String(index));

async function fill(record: PatientRecord, from: number, to: number): Promise<void> {
  const begun = performance.now();
  let next = from;
  const worker = async () => {
    while (next < to) {
      const patient = next++;
      for (let turn = 0; turn < TURNS; turn += 1) {
        const { facts, provenance } = factsOfTurn(patient, turn);
        await record.file(key(patient), facts, provenance);
      }
    }
  };
  await Promise.all(Array.from({ length: FILING_AT_ONCE }, worker));
  const seconds = (performance.now() - begun) / 1000;
  const facts = (to - from) * 100;
  console.log(
    `filed ${facts} facts of ${to - from} patients in ${seconds.toFixed(1)} s (${Math.round(facts / seconds)}/s)`,
  );
}

async function measure(open: () => Promise<PatientRecord>, patients: number): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(ASKED).map((name): [string, number[]] => [name, []]));
  for (let batch = 0; batch * BATCH < SAMPLES; batch += 1) {
    const record = await open();
    for (let index = 0; index < BATCH + WARM_UP; index += 1) {
      const patient = key((batch * 7919 + index * 131) % patients);
      for (const [name, question] of Object.entries(ASKED)) {
        const begun = performance.now();
        const answer = await question(record, patient);
        if (index >= WARM_UP) times.get(name)?.push(performance.now() - begun);
        if (!answer) throw new Error(`${name} had no answer`);
      }
    }
    await record.close();
  }
  return times;
}

const quantile = (list: number[], q: number) => list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * q)] ?? 0;

const store = await openStore();
try {
  const record = await store.open();
  console.log(`${record.about().engine}, ${record.about().version}`);
  await fill(record, 0, FEW);
  const few = await measure(store.open, FEW);
  await fill(record, FEW, MANY);
  await record.close();
  const many = await measure(store.open, MANY);
  console.log(
    `\n| question | p50 / p99 ms, ${FEW} patients | p50 / p99 ms, ${MANY} patients | growth of p50 |\n|---|---|---|---|`,
  );
  for (const name of Object.keys(ASKED)) {
    const [a, b] = [few.get(name) ?? [], many.get(name) ?? []];
    const cell = (list: number[]) => `${quantile(list, 0.5).toFixed(2)} / ${quantile(list, 0.99).toFixed(2)}`;
    const growth = quantile(b, 0.5) / quantile(a, 0.5);
    console.log(`| ${name} | ${cell(a)} | ${cell(b)} | ${growth.toFixed(2)} |`);
    if (growth > GROWTH_ALLOWED) process.exitCode = 1;
  }
  console.log(process.exitCode ? '\nnot flat' : '\nflat');
} finally {
  await store.close();
}
