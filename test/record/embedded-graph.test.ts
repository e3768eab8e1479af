/** What stands in the embedded engine's file: the schema's graph, and nothing that the schema does not know. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/sqlite.ts';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import { FACT_KINDS, type Fact } from '../../src/record/fact.ts';
import { derivedId, nameKey } from '../../src/record/identity.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { LABELS, type LabelName, RELATIONSHIPS } from '../../src/record/schema.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { newPatient, ofFamily, plain, told, turn } from './told.ts';

let dir: string;
let record: PatientRecord;
let database: Database;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'record-'));
  record = await openEmbeddedRecord({ dir }, filingTerms);
  database = await openDatabase(join(dir, 'graph.db'));
});
afterEach(async () => {
  await record.close();
  await database.close();
  await rm(dir, { recursive: true });
});

type NodeRow = { id: string; owner: string | null; label: LabelName; props: string };
type EdgeRow = { type: string; owner: string; props: string; from: LabelName; to: LabelName; src: string; dst: string };
const nodes = () => database.read((sql) => sql.all<NodeRow>('SELECT * FROM node'));
const edges = () =>
  database.read((sql) =>
    sql.all<EdgeRow>(
      `SELECT edge.*, a.label AS "from", b.label AS "to" FROM edge
       JOIN node a ON a.id = edge.src JOIN node b ON b.id = edge.dst ORDER BY edge.type`,
    ),
  );

test('everything filed fits the schema that queries are checked against', async () => {
  const patient = newPatient();
  const full: Omit<Fact, 'id' | 'kind' | 'name'> = {
    confidence: 0.5,
    evidence: { start: 1, end: 4, text: 'abc' },
    source_agent: 'A',
    status: 'active',
    effective_time: '2025-01-01',
    code: { system: 's', code: 'c' },
  };
  const extra: Partial<Record<Fact['kind'], Partial<Fact>>> = {
    observation: { value: 1, unit: 'kg', canonical: { value: 1, unit: 'kg' } },
    medication: {
      value: 1,
      unit: 'mg',
      frequency: { text: 'daily', times_per_day: 1, as_needed: true },
      route: 'oral',
    },
    allergy: { reaction: 'rash', severity: 'mild' },
    document: { url: 'https://example.org/a' },
    practitioner: { specialty: 'cardiology' },
  };
  for (const status of ['active', 'stopped']) {
    const facts = FACT_KINDS.map((kind) => told(kind, `Some ${kind}`, { ...full, ...extra[kind], status }));
    await record.file(patient, facts, turn(), [ofFamily('mother', 'Gout', { code: { system: 's', code: 'c' } })]);
  }
  await record.describe(patient, { birth_date: '1961', sex: 'other' });
  const slip = told('observation', 'Some observation', { value: 310 });
  await record.file(patient, [slip], turn());

  const known = new Set(RELATIONSHIPS.map(({ type, from, to }) => `${from} ${type} ${to}`));
  const seen = new Set((await edges()).map(({ type, from, to }) => `${from} ${type} ${to}`));
  expect([...known].filter((edge) => !seen.has(edge))).toEqual([]);
  expect([...seen].filter((edge) => !known.has(edge))).toEqual([]);
  for (const { id, label, owner, props } of await nodes()) {
    const { scope, properties } = LABELS[label];
    const isShipped = scope === 'shared' && id === derivedId(label, nameKey(JSON.parse(props).name));
    expect(owner).toBe(isShipped ? null : patient);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(JSON.parse(props))));
  }
});

test('every fact can be traced to the words of the turn it came from', async () => {
  const evidence = { start: 7, end: 11, text: 'gout' };
  const first = told('condition', 'Gout', { evidence, confidence: 0.7 });
  const patient = newPatient();
  await record.file(patient, [first], turn());
  await record.file(patient, [told('condition', 'Gout')], turn({ filed_at: '2025-03-02T09:00:00.000Z' }));
  const statements = (await edges()).filter((edge) => edge.type === 'STATED_IN' && edge.src === first.id);
  expect(statements).toHaveLength(2);
  expect(statements.map((edge) => JSON.parse(edge.props))).toContainEqual({
    evidence_start: 7,
    evidence_end: 11,
    evidence_text: 'gout',
    source_agent: 'DataExtractorAgent',
    confidence: 0.7,
    recorded_at: '2025-03-01T09:00:00.000Z',
  });
});

test('a visit is linked to the doctor and the place named with it, and not to others in the message', async () => {
  const at = (start: number, text: string) => ({ evidence: { start, end: start + text.length, text } });
  const visit = told('encounter', 'Appointment', at(0, 'Saw Dr Lee at Mercy'));
  const facts = [
    visit,
    told('practitioner', 'Dr Lee', at(4, 'Dr Lee')),
    told('organization', 'Mercy Hospital', at(14, 'Mercy')),
    told('practitioner', 'Dr Shah', at(400, 'Dr Shah')),
  ];
  await record.file(newPatient(), facts, turn());
  const links = (await edges()).filter((edge) => edge.src === visit.id && edge.type !== 'STATED_IN');
  expect(links.map(({ type, dst }) => [type, dst])).toEqual([
    ['AT', facts[2]?.id],
    ['WITH', facts[1]?.id],
  ]);
});

test('what was erased is not in the files any more, not even in their gaps and logs', async () => {
  const marker = 'xyzzy-4711';
  const patient = newPatient();
  await record.file(newPatient(), [told('condition', 'Gout')], turn());
  for (let n = 0; n < 30; n += 1) {
    const said = { evidence: { start: 0, end: 10, text: `${marker} ${'long '.repeat(200)}` } };
    await record.file(patient, [told('condition', `${marker} ${n}`, said)], turn({ session_id: marker }), [
      ofFamily(marker, 'Gout'),
    ]);
  }
  const found = async () => {
    const files = await readdir(dir);
    const texts = await Promise.all(files.map((file) => readFile(join(dir, file), 'latin1')));
    return texts.some((text) => text.includes(marker) || text.includes(patient));
  };
  expect(await found()).toBe(true);
  await record.erase(patient);
  expect(await found()).toBe(false);
});

test('a boolean parameter does not crash the process', async () => {
  const values = await database.read((sql) => sql.one('SELECT ? AS yes, ? AS no, ? AS none', true, false, undefined));
  expect(values).toEqual({ yes: 1, no: 0, none: null });
});

test('other users of the machine cannot read the file, and a power cut cannot empty it', async () => {
  expect((await stat(join(dir, 'graph.db'))).mode & 0o777).toBe(0o600);
  const settings = await database.read((sql) => [sql.one('PRAGMA journal_mode'), sql.one('PRAGMA synchronous')]);
  expect(settings).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }]);
});

test('a record of a newer version is refused, not rewritten', async () => {
  const other = await mkdtemp(join(tmpdir(), 'record-'));
  const file = new Libsql(join(other, 'graph.db'));
  file.exec('PRAGMA user_version = 99');
  file.close();
  await expect(openEmbeddedRecord({ dir: other }, filingTerms)).rejects.toMatchObject({ code: 'config' });
  await rm(other, { recursive: true });
});

test('a file that is no database is reported as such, not overwritten', async () => {
  const other = await mkdtemp(join(tmpdir(), 'record-'));
  await writeFile(join(other, 'graph.db'), 'this is not a database, but it is long enough to look at '.repeat(20));
  await expect(openEmbeddedRecord({ dir: other }, filingTerms)).rejects.toMatchObject({
    code: 'record_unavailable',
  });
  await rm(other, { recursive: true });
});

test('a closed record says that it is closed', async () => {
  await record.close();
  await expect(record.ping()).rejects.toMatchObject({ code: 'record_unavailable' });
});

test('a record from before types belonged to someone is given its own ones, and lists what it listed', async () => {
  const [one, two] = [newPatient(), newPatient()];
  const [secret, code] = ['Zorb of one', { system: 'urn:one', code: 'secret-of-one' }];
  const at = (day: number) => ({ effective_time: `2025-01-0${day}`, value: day });
  await record.file(one, [told('condition', secret, { code }), told('condition', 'Gout', { code })], turn());
  await record.file(one, [told('observation', 'Grip', at(1)), told('observation', 'Heart rate', at(2))], turn());
  const slip = told('observation', 'Grip', at(9));
  await record.file(
    two,
    [told('condition', secret), told('condition', 'Gout'), told('observation', 'Grip', at(3))],
    turn(),
  );
  const before = [await record.graph(one), await record.graph(two)];
  await record.file(one, [slip], turn({ session_id: 's1' }));
  await database.write((sql) => {
    // As version 3 left it: every type is shared, and has the code of whoever told one first.
    for (const type of sql.all<NodeRow>("SELECT * FROM node WHERE label LIKE '%Type'")) {
      const { name } = JSON.parse(type.props);
      const shared = derivedId(type.label, nameKey(name));
      const props = JSON.stringify({ name, code: 'secret-of-one', code_system: 'urn:one' });
      sql.run(
        `INSERT INTO node (id, owner, label, key, props) VALUES (?, NULL, ?, ?, ?)
         ON CONFLICT (label, key) DO UPDATE SET props = excluded.props`,
        shared,
        type.label,
        nameKey(name),
        props,
      );
      sql.run("UPDATE edge SET dst = ? WHERE dst = ? AND type = 'IS_A'", shared, type.id);
      if (shared !== type.id) sql.run('DELETE FROM node WHERE id = ?', type.id);
    }
    for (const drop of ['TABLE write_check', 'TRIGGER tally_insert', 'TRIGGER tally_update', 'TRIGGER tally_delete']) {
      sql.run(`DROP ${drop}`);
    }
    for (const drop of ['TABLE withdrawn', 'TABLE withdrawn_fact', 'TABLE person', 'TABLE identity'])
      sql.run(`DROP ${drop}`);
    sql.run("UPDATE node SET props = json_set(props, '$.superseded_by', 'another') WHERE id = ?", slip.id);
    for (const drop of ['TABLE tally', 'INDEX node_of_name', 'INDEX node_told']) sql.run(`DROP ${drop}`);
    sql.run('ALTER TABLE node DROP COLUMN name_key');
    sql.run('ALTER TABLE node DROP COLUMN told');
    sql.run(
      "CREATE INDEX node_superseded ON node (owner, label) WHERE json_extract(props, '$.superseded_by') IS NOT NULL",
    );
    sql.run('PRAGMA user_version = 3');
  });
  const types = await database.read((sql) => sql.all('SELECT props FROM node WHERE owner IS NULL'));
  expect(JSON.stringify(types)).toContain('secret-of-one');

  const opened = await openEmbeddedRecord({ dir }, filingTerms);
  expect(await opened.fact(one, slip.id)).toMatchObject({
    fact: null,
    earlier: [{ was: { value: 9 }, replaced_by: 'another' }],
  });
  expect((await opened.sidePanel(one, 'P')).counts.observations).toBe(2);
  expect(plain(await opened.graph(two))).toEqual(plain(before[1] as Awaited<ReturnType<typeof record.graph>>));
  expect(JSON.stringify(await opened.graph(two))).not.toContain('secret-of-one');
  expect(await opened.observations(one, 'grip', { limit: 5 })).toHaveLength(1);
  expect((await opened.observationNames(one)).map(({ name }) => name)).toEqual(['Heart rate', 'Grip']);
  expect((await opened.sidePanel(two, 'P')).counts).toMatchObject({ conditions: 2, observations: 1 });
  await opened.close();
});
