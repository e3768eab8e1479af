/** Opening a Neo4j: an empty one, one that refuses us, one with a newer schema, one that has stopped. */
import { existsSync } from 'node:fs';
import neo4j from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derivedId } from '../../src/record/identity.ts';
import { openNeo4jRecord } from '../../src/record/neo4j/neo4j-record.ts';
import { LABELS } from '../../src/record/schema.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { serverJars } from '../support/neo4j/server-jars.ts';
import { type Neo4jServer, startNeo4j } from '../support/neo4j/start-neo4j.ts';
import { newPatient, plain, told, turn } from './told.ts';

const jars = await serverJars();
const reason = 'skipped' in jars ? ` (skipped: ${jars.skipped})` : '';

describe.skipIf(reason !== '')(`a separate Neo4j${reason}`, () => {
  let server: Neo4jServer;
  beforeAll(async () => {
    server = await startNeo4j();
  });
  afterAll(() => server.stop());

  const run = async (cypher: string) => {
    const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password), { useBigInt: true });
    const { records } = await driver.executeQuery(cypher);
    await driver.close();
    return records.map((row) => row.toObject());
  };

  test('processes that start together on an empty database set it up once, and file into it', async () => {
    const records = await Promise.all(Array.from({ length: 4 }, () => openNeo4jRecord(server, filingTerms)));
    const patient = newPatient();
    const when = turn();
    const facts = [told('condition', 'Gout'), told('observation', 'Urate', { value: 9 })];
    const results = await Promise.all(records.map((record) => record.file(patient, facts, when)));
    expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(2);
    expect((await records[0]?.sidePanel(patient, 'P'))?.counts).toMatchObject({ conditions: 1, observations: 1 });
    await Promise.all(records.map((record) => record.close()));

    const constraints = await run(
      `SHOW CONSTRAINTS YIELD labelsOrTypes, properties, type WHERE type CONTAINS 'UNIQUE'
       RETURN labelsOrTypes[0] + '.' + properties[0] AS on`,
    );
    const covered = constraints.map((row) => row.on);
    expect(covered).toEqual(expect.arrayContaining(Object.keys(LABELS).map((label) => `${label}.uuid`)));
    expect(covered).toEqual(expect.arrayContaining(['ConditionCase.key', 'STATED_IN.fact_id']));
  });

  test.each([
    ['a wrong password', { password: 'not this one' }, 'NEO4J_PASSWORD'],
    ['a database that is not there', { database: 'nowhere' }, 'NEO4J_DATABASE'],
    ['an address that is none', { uri: 'neo4j://:::' }, 'NEO4J_URI'],
  ])('%s is reported as what it is', async (_, wrong, setting) => {
    const opening = openNeo4jRecord({ ...server, ...wrong }, filingTerms);
    await expect(opening).rejects.toMatchObject({ code: 'config', message: expect.stringContaining(setting) });
  });

  test('a record of a newer version is refused, not rewritten', async () => {
    await run("MATCH (s:MedfleetSchema {name: 'record'}) SET s.version = 99");
    await expect(openNeo4jRecord(server, filingTerms)).rejects.toMatchObject({ code: 'config' });
    await run("MATCH (s:MedfleetSchema {name: 'record'}) SET s.version = 1");
  });

  test('a record from before types belonged to someone is given its own ones, and lists what it listed', async () => {
    const old = await openNeo4jRecord(server, filingTerms);
    const [one, two] = [newPatient(), newPatient()];
    const code = { system: 'urn:one', code: 'secret-of-one' };
    await old.file(one, [told('condition', 'Zorb', { code }), told('observation', 'Grip', { value: 1 })], turn());
    await old.file(two, [told('condition', 'Zorb'), told('observation', 'Grip', { value: 2 })], turn());
    const before = [await old.graph(one), await old.graph(two)];
    await run(`MERGE (s:ConditionType {uuid: '${derivedId('ConditionType', 'zorb')}'})
      SET s.name = 'Zorb', s.code = 'secret-of-one', s.code_system = 'urn:one'
      WITH s MATCH (c)-[r:IS_A]->(t:ConditionType {name: 'Zorb'}) WHERE t.uuid <> s.uuid
      CREATE (c)-[:IS_A]->(s) DELETE r, t`);
    await run('MATCH (n:Observation) REMOVE n.name_key');
    await run('MATCH (p:Patient) REMOVE p.measured');
    await run("MATCH (s:MedfleetSchema {name: 'record'}) SET s.version = 1");
    expect(JSON.stringify(await old.graph(two))).toContain('secret-of-one');
    await old.close();

    const record = await openNeo4jRecord(server, filingTerms);
    expect([await record.graph(one), await record.graph(two)].map(plain)).toEqual(before.map(plain));
    expect(await record.observations(two, 'grip', { limit: 5 })).toHaveLength(1);
    expect(await record.observationNames(two)).toMatchObject([{ name: 'Grip' }]);
    await record.close();
  });

  test('the health check writes, and not with every question', async () => {
    const record = await openNeo4jRecord(server, filingTerms);
    const written = () => run("MATCH (c:MedfleetSchema {name: 'write_check'}) RETURN c.at AS at");
    expect(await written()).toEqual([]);
    await record.ping();
    const first = await written();
    expect(first).toHaveLength(1);
    await record.ping();
    expect(await written()).toEqual(first);
    await record.close();
  });

  test('a closed record says that it is closed', async () => {
    const record = await openNeo4jRecord(server, filingTerms);
    await record.close();
    await expect(record.ping()).rejects.toMatchObject({ code: 'record_unavailable' });
  });

  test('a server that has stopped is reported, and leaves nothing on the disk', async () => {
    const record = await openNeo4jRecord(server, filingTerms);
    await server.stop();
    await expect(record.ping()).rejects.toMatchObject({ code: 'record_unavailable' });
    await record.close();
    await expect(openNeo4jRecord(server, filingTerms)).rejects.toMatchObject({ code: 'record_unavailable' });
    expect(existsSync(server.home)).toBe(false);
  });
});
