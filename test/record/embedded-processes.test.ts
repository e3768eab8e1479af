/** The embedded record when several processes share its file, and when one of them dies. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import { patientKey } from '../../src/record/record.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { newPatient, told, turn } from './told.ts';

const WRITER = fileURLToPath(new URL('./writer-process.ts', import.meta.url));
const COMPLETE = { observations: 1, conditions: 1, symptoms: 1 };
const EMPTY = { observations: 0, conditions: 0, symptoms: 0 };

/**
 * Holds the file until a line arrives on its input, and then takes it 40 times more with short gaps, so that most writes have to try
 * again. It ends by itself: on a busy machine a process that goes on for ever could keep all others from their turn.
 */
const INTRUDER = `
const fs = require('node:fs');
const db = new (require('libsql'))(process.argv[1], { timeout: 60000 });
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
db.exec('BEGIN IMMEDIATE');
fs.writeSync(1, 'in');
fs.readSync(0, Buffer.alloc(1));
db.exec('COMMIT');
for (let round = 0; round < 40; round += 1) {
  db.exec('BEGIN IMMEDIATE');
  pause(10);
  db.exec('COMMIT');
  pause(5);
}`;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'record-'));
});
afterEach(() => rm(dir, { recursive: true }));

test('processes that start together on an empty folder and write at once lose nothing', async () => {
  const turns = 40;
  const names = ['first', 'second', 'third'];
  const writers = names.map((name) => startWriter(name, turns));
  await Promise.all(writers.map((writer) => writer.ready));
  for (const { child } of writers) child.stdin?.write('go\n');
  for (const { exited, acked } of writers) {
    expect(await exited).toBe(0);
    expect(acked).toHaveLength(turns);
  }

  const record = await openEmbeddedRecord({ dir }, filingTerms);
  for (const name of names) {
    for (let n = 0; n < turns; n += 1) {
      expect((await record.sidePanel(patientKey(name, String(n)), 'P')).counts).toMatchObject(COMPLETE);
    }
  }
  const shared = await record.sidePanel(patientKey('shared', 'P'), 'P');
  expect(shared.counts).toMatchObject({ observations: turns * names.length, conditions: 1 });
  await record.close();
});

test('a process killed while writing leaves every finished turn and no half of one', async () => {
  for (const [round, acks] of [3, 17, 40].entries()) {
    const name = `round-${round}`;
    const { child, ready, acked, exited } = startWriter(name, 100_000, acks);
    await ready;
    child.stdin?.write('go\n');
    await exited;
    expect(acked.length).toBeGreaterThanOrEqual(acks);

    const record = await openEmbeddedRecord({ dir }, filingTerms);
    for (const n of acked) {
      expect((await record.sidePanel(patientKey(name, String(n)), 'P')).counts).toMatchObject(COMPLETE);
    }
    const cut = await record.sidePanel(patientKey(name, String(acked.length)), 'P');
    expect([COMPLETE, EMPTY]).toContainEqual({
      observations: cut.counts.observations,
      conditions: cut.counts.conditions,
      symptoms: cut.counts.symptoms,
    });
    expect(await record.file(newPatient(), [told('condition', 'Gout')], turn())).toEqual({ created: 1, updated: 0 });
    await record.close();
  }
});

test('while another process holds the file, a write waits for it and the event loop goes on', async () => {
  const record = await openEmbeddedRecord({ dir }, filingTerms);
  const other = new Libsql(join(dir, 'graph.db'));
  other.exec('BEGIN IMMEDIATE');
  let filed = false;
  const filing = record.file(newPatient(), [told('condition', 'Gout')], turn()).finally(() => {
    filed = true;
  });
  // The lock is released by this loop: a write that blocked the loop until it got the file would never get it.
  for (let turns = 0; turns < 40; turns += 1) await sleep(5);
  // Reading goes on while someone else writes.
  expect((await record.sidePanel(newPatient(), 'P')).counts.conditions).toBe(0);
  expect(filed).toBe(false);
  other.exec('COMMIT');
  other.close();
  expect(await filing).toEqual({ created: 1, updated: 0 });
  await record.close();
});

test('200 turns of one patient, tried from two connections while a third keeps taking the file, are filed once', async () => {
  const records = [await openEmbeddedRecord({ dir }, filingTerms), await openEmbeddedRecord({ dir }, filingTerms)];
  const patient = newPatient();
  const turns = Array.from({ length: 200 }, (_, n) => ({
    when: turn(),
    facts: [told('observation', 'Weight', { value: n }), told('condition', 'Gout')],
  }));
  const intruder = spawn(process.execPath, ['-e', INTRUDER, join(dir, 'graph.db')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = once(intruder, 'close');
  await once(intruder.stdout, 'data');
  let filed = 0;
  const filing = Promise.all(
    records.flatMap((record) =>
      turns.map(async ({ facts, when }) => {
        const result = await record.file(patient, facts, when);
        filed += 1;
        return result;
      }),
    ),
  );
  for (let turns = 0; turns < 10; turns += 1) await sleep(5);
  expect(filed).toBe(0);
  intruder.stdin.write('go');
  const results = await filing;
  await gone;
  expect(results.reduce((sum, { created, updated }) => sum + created + updated, 0)).toBe(400);
  for (const record of records) {
    const { nodes, edges } = await record.graph(patient);
    expect(nodes.filter(({ label }) => label === 'Observation')).toHaveLength(200);
    expect(nodes.filter(({ label }) => label === 'ConditionCase')).toHaveLength(1);
    expect(edges.filter(({ type }) => type === 'STATED_IN')).toHaveLength(400);
    await record.close();
  }
});

/** Starts a writer; with `killAfter`, it is killed as soon as it has filed that many turns. */
function startWriter(name: string, turns: number, killAfter = Number.POSITIVE_INFINITY) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', WRITER, dir, name, String(turns)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const acked: number[] = [];
  const exited = once(child, 'close').then(([code]) => code as number | null);
  if (!child.stdout) throw new Error('the writer has no output');
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, 'line');
  lines.on('line', (line) => {
    if (line === 'ready') return;
    acked.push(Number(line));
    if (acked.length === killAfter) child.kill('SIGKILL');
  });
  return { child, acked, exited, ready };
}
