/** Records as FHIR, with others' tools: charts of HL7 and of Synthea in and out again, and every export as HAPI's validator reads it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bundle, BundleEntry, FhirResource } from 'fhir/r4.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { findOrFetchJars } from '../support/neo4j/server-jars.ts';
import { LEFT_OUT, roundTrip, type Trip, tableOf } from './fhir/round-trip.ts';
import { runTool, systemTool, WORLD_LIMIT_MS } from './tools.ts';

const timeout = { timeout: WORLD_LIMIT_MS };
const PROGRAM = join(import.meta.dirname, 'fhir/Validate.java');
/** Of each type in each chart of Synthea: the validator takes minutes for thousands of resources in one bundle. */
const SAMPLE = 15;
const SYNTHEA = '-s 7 -cs 7 -p 5 -r 20260101 -e 20260101 -a 10-40 --exporter.years_of_history=0';
const ONLY_PATIENTS = '--exporter.hospital.fhir.export=false --exporter.practitioner.fhir.export=false';

/** For the night's log. */
const say = (line: string) => void process.stdout.write(`${line}\n`);
const jarsOf = (name: string) => findOrFetchJars({ pom: join(import.meta.dirname, `fhir/${name}.pom.xml`), say });
const jdk = systemTool('javac', 'default-jdk-headless');
const found = jdk.skipped ? jdk : await jarsOf('hapi');
const made = 'classpath' in found ? await jarsOf('synthea') : found;
const reason = [found, made].map((jars) => ('skipped' in jars ? jars.skipped : '')).find(Boolean) ?? '';
const hapi = 'classpath' in found ? found.classpath : '';
const synthea = 'classpath' in made ? made.classpath : '';

let fleet: Fleet;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'medfleet-fhir-'));
  mkdirSync(join(dir, 'out'));
  fleet = await startFleet();
});
afterAll(async () => {
  await fleet.close();
  rmSync(dir, { recursive: true, force: true });
});

const of = (patient: string) => `/v1/patients/${patient}/fhir`;
const entriesOf = (bundle: unknown) => (bundle as Bundle).entry ?? [];
const resourcesOf = (bundle: unknown) => entriesOf(bundle).flatMap(({ resource }) => resource ?? []);
const keep = (name: string, bundle: unknown) => writeFileSync(join(dir, 'out', `${name}.json`), JSON.stringify(bundle));

async function imported(patient: string, bundle: unknown) {
  const { status, body } = await fleet.call('POST', of(patient), bundle);
  return { status, ...(body as { created: number; skipped: { resource: string; reason: string }[] }) };
}

describe.skipIf(reason)(`FHIR${reason && ` (skipped: ${reason})`}`, () => {
  test('the demo patient is exported', timeout, async () => {
    let demo = await fleet.call('POST', '/v1/demo');
    while (!demo.body.complete) demo = await fleet.call('POST', '/v1/demo');
    const { status, body } = await fleet.call('GET', of(String(demo.body.patient_id)));
    expect([status, entriesOf(body).length > 20]).toEqual([200, true]);
    keep('demo', body);
  });

  test('each of HL7 examples of R4 is filed, or left out with a reason', timeout, async () => {
    const archive = hapi.split(':').find((jar) => jar.includes('fhir-examples')) ?? '';
    await runTool(join(jdk.bin, 'jar'), ['xf', archive, 'json/spec'], dir);
    const folder = join(dir, 'json/spec');
    const counts = { examples: 0, filed: 0, left_out: 0, refused: 0 };
    const unclear: string[] = [];
    for (const file of readdirSync(folder)) {
      const one = JSON.parse(readFileSync(join(folder, file), 'utf8')) as FhirResource;
      if (!aboutPatients(one)) continue;
      const patient = `hl7-${counts.examples++}`;
      const bundle =
        one.resourceType === 'Bundle' ? one : { resourceType: 'Bundle', type: 'batch', entry: [{ resource: one }] };
      const { status, created, skipped = [] } = await imported(patient, bundle);
      // Messages, answers, several patients and all definitions of R4 at once (above 20 MB) cannot be imported.
      if ([413, 422].includes(status) && one.resourceType === 'Bundle') counts.refused++;
      else if (status !== 200 || (!created && !skipped.length) || skipped.some((each) => !each.reason))
        unclear.push(`${file}: ${status}, ${created} created, ${JSON.stringify(skipped)}`);
      else counts[created > 0 ? 'filed' : 'left_out']++;
      if (status === 200 && created > 0) keep(patient, (await fleet.call('GET', of(patient))).body);
    }
    say(`HL7: ${JSON.stringify(counts)}`);
    expect(unclear).toEqual([]);
    expect(counts.filed).toBeGreaterThanOrEqual(100);
  });

  test('charts of Synthea come out as they went in, and again adds nothing', timeout, async () => {
    const args = ['-Xmx1g', '-cp', synthea, 'App', ...`${SYNTHEA} ${ONLY_PATIENTS}`.split(' ')];
    await runTool('java', [...args, `--exporter.baseDirectory=${dir}/syn/`], dir);
    const trips: Trip[] = [];
    const reasons = new Set<string>();
    const charts = readdirSync(join(dir, 'syn/fhir'));
    for (const [index, file] of charts.entries()) {
      const chart = JSON.parse(readFileSync(join(dir, 'syn/fhir', file), 'utf8')) as Bundle;
      const patient = `synthea-${index}`;
      const first = await imported(patient, chart);
      expect([first.status, first.created > 0]).toEqual([200, true]);
      for (const { resource, reason: why } of first.skipped) reasons.add(`${resource.split('/')[0]}: ${why}`);
      const { body } = await fleet.call('GET', of(patient));
      expect((await imported(patient, chart)).created).toBe(0);
      keep(patient, { ...body, entry: sampleOf(entriesOf(body)) });
      trips.push(...roundTrip(resourcesOf(chart), resourcesOf(body)));
    }
    say(tableOf(trips));
    expect(charts.length).toBe(5);
    expect(trips.flatMap(({ kind, lost, added }) => [...lost, ...added].map((line) => `${kind}: ${line}`))).toEqual([]);
    expect([...reasons].filter((one) => !LEFT_OUT.test(one))).toEqual([]);
  });

  test('a bundle of more than 10,000 entries is too large', timeout, async () => {
    const entry = Array.from({ length: 10_001 }, () => ({ resource: { resourceType: 'Basic' } }));
    expect((await imported('large', { resourceType: 'Bundle', type: 'batch', entry })).status).toBe(413);
  });

  test('HAPI finds no error in what was exported, and does in what is wrong', timeout, async () => {
    keep('wrong', { resourceType: 'Observation', code: { text: 'HbA1c' } });
    const printed = await runTool('java', ['-Xmx768m', '-cp', hapi, PROGRAM, join(dir, 'out')]);
    const lines = printed.split('\n').flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []));
    const files = readdirSync(join(dir, 'out')).length;
    say(`HAPI: ${files - 1} exports, ${lines.filter(({ file }) => file && file !== 'wrong.json').length} errors`);
    expect(lines.filter(({ file }) => file !== 'wrong.json')).toEqual([{ files }]);
    expect(lines.some(({ file, error }) => file === 'wrong.json' && /Observation\.status/.test(error))).toBe(true);
  });
});

/** Not those of profiles, terminologies and operations. */
function aboutPatients(one: FhirResource): boolean {
  return 'subject' in one || 'patient' in one || /^(?:Bundle|Practitioner|Organization)$/.test(one.resourceType);
}

/** The first of each type, with every person and place, and those who told of them. */
function sampleOf(entries: readonly BundleEntry[]): BundleEntry[] {
  const counts = new Map<string, number>();
  const sampled = entries.filter(({ resource }) => {
    const type = resource?.resourceType ?? '';
    counts.set(type, (counts.get(type) ?? 0) + 1);
    return /^(?:Patient|Practitioner|Organization)$/.test(type) || Number(counts.get(type)) <= SAMPLE;
  });
  const kept = new Set(sampled.map(({ fullUrl }) => fullUrl));
  return sampled.filter(
    ({ resource: one }) => one?.resourceType !== 'Provenance' || kept.has(one.target[0]?.reference),
  );
}
