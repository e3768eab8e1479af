/** The whole fleet with its record in a real Neo4j: filed, shown, asked in plain words, kept apart, exported and erased. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { neo4jForTests } from '../support/neo4j/for-tests.ts';

const server = await neo4jForTests();
const why = 'skipped' in server ? ` (skipped: ${server.skipped})` : '';

describe.skipIf('skipped' in server)(`on Neo4j${why}`, () => {
  test('a turn is filed and answered from, another patient sees none of it, and erasing leaves nothing', async () => {
    if ('skipped' in server) return;
    const { uri: NEO4J_URI, user: NEO4J_USER, password: NEO4J_PASSWORD } = server;
    const fleet = await startFleet({ env: { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD } });
    onTestFinished(() => fleet.close());
    const patient_id = `neo-${process.pid}-${Date.now()}`;
    await fleet.say('My HbA1c was 7.1% on 2026-03-01 and I take metformin 500 mg twice a day.', { patient_id });
    const of = (id: string, what: string) => fleet.call('GET', `/v1/patients/${id}/${what}`);
    // Where the server is slow to begin, the turn ends first, and its facts are filed afterwards.
    const observations = async () => (await of(patient_id, 'record')).body.counts;
    await expect.poll(observations, { timeout: 60_000 }).toMatchObject({ observations: 1 });
    const turn = await fleet.say('My HbA1c was 6.5% today. Is it getting better?', { patient_id });
    expect(turn).toMatchObject({ status: 'completed', route: 'patient_consult' });
    expect(turn.reply).toMatch(/7\.1/);

    expect((await of(patient_id, 'record')).body.counts).toMatchObject({ observations: 2, medications: 1 });
    expect((await of(`${patient_id}-other`, 'record')).body.counts).toMatchObject({ observations: 0, medications: 0 });
    const asked = await fleet.call('POST', `/v1/patients/${patient_id}/query`, {
      question: 'What was my highest HbA1c?',
    });
    expect([asked.status, asked.body.answer]).toEqual([200, expect.stringContaining('7.1')]);
    expect((await of(patient_id, 'fhir')).body).toMatchObject({ resourceType: 'Bundle' });

    const erased = await fleet.call('DELETE', `/v1/patients/${patient_id}`);
    expect(erased.body.counts).toMatchObject({ turns: 2 });
    expect((await of(patient_id, 'fhir')).status).toBe(404);
  });
});
