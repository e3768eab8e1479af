/** Every command against a real fleet: what a person sees, and that `--json` is JSON. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Approval, Turn } from '../../src/client/client.ts';
import { openDesk } from '../dashboard/console/research-steps.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { cli } from './cli.ts';

let fleet: Fleet;
let dir: string;
beforeAll(async () => {
  fleet = await startFleet();
  dir = mkdtempSync(join(tmpdir(), 'medfleet-cli-'));
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await fleet.close();
});

const at = () => ({ MEDFLEET_URL: fleet.url });
const run = (...args: string[]) => cli(args, { env: at() });

async function jsonOf<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await run(...args, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as T;
}

describe('ask', () => {
  const MESSAGE = 'My blood pressure was 150/95 this morning and I take metformin 500 mg twice a day.';

  test('prints the reply and what was filed; record, turns, sessions and turn show it again', async () => {
    const { code, out, err } = await run('ask', '-p', 'anna', '-s', 'morning', MESSAGE);
    expect([code, out]).toEqual([0, expect.stringContaining('Filed\n')]);
    expect(out).toContain('observation: Systolic blood pressure 150 mmHg');
    expect(out).not.toContain('\u001b');
    const id = /turn (\S+)/.exec(err)?.[1] ?? '';

    const record = await run('record', 'anna');
    expect(record.out).toMatch(/medications\nname.*\nMetformin +500 mg/);
    expect((await run('record', 'anna', 'medications')).out).not.toContain('blood pressure');
    expect((await jsonOf<{ observations: unknown[] }>('record', 'anna')).observations).toHaveLength(2);
    expect(await jsonOf('record', 'anna', 'observations')).toHaveLength(2);
    const csv = await run('record', 'anna', 'observations', '--csv');
    expect(csv.out.split('\r\n')[0]).toContain('name');
    expect(JSON.parse((await run('record', 'anna', '--fhir')).out)).toMatchObject({ resourceType: 'Bundle' });

    expect((await run('turns', '-p', 'anna')).out).toContain(id);
    expect((await run('sessions', '-p', 'anna')).out).toMatch(/\nmorning .* health .* completed/);
    const shown = await run('turn', id);
    expect(shown.out).toContain('TriageAgent');
    expect(shown.out).toMatch(/turn +█+ +\d+ ms/);
    expect(await jsonOf('turn', id)).toMatchObject({ turn_id: id, trace: { turn_id: id } });
    expect(await jsonOf('turns', '-s', 'morning')).toMatchObject({ turns: [{ turn_id: id }] });
    expect(await jsonOf('sessions', '-p', 'anna')).toMatchObject({ sessions: [{ session_id: 'morning' }] });
  });

  test('takes the message from the standard input, and gives a program the whole turn', async () => {
    const { code, out } = await cli(['ask', '-p', 'ben', '--json'], { env: at(), input: 'What does metformin do?\n' });
    expect(code).toBe(0);
    expect(JSON.parse(out) as Turn).toMatchObject({ patient_id: 'ben', status: 'completed' });
  });

  test('on a terminal, shows who answers, and says the reply once', async () => {
    const { out, err } = await cli(['ask', '-p', 'ben', 'What does metformin do?'], { env: at(), isTerminal: true });
    expect(err).toContain('answers');
    expect(out.match(/lowers blood sugar/g)).toHaveLength(1);
  });

  test('another team', async () => {
    const { out } = await run('ask', '--team', 'assistant', '--user', 'anna', 'add milk to my list');
    expect(out).toContain('milk');
  });

  test('says what is missing', async () => {
    expect(await run('ask', 'hello')).toMatchObject({ code: 2, err: expect.stringContaining('--patient ID') });
    expect(await run('ask', '-p', 'anna')).toMatchObject({ code: 2, err: expect.stringContaining('say what to ask') });
  });
});

describe('research', () => {
  test('agents are listed, spoken to, read and paused; triggers are added and cancelled', async () => {
    const { body } = await fleet.call('POST', '/v1/agents', {
      user_id: 'dr-lee',
      session_id: 'trials',
      name: 'Metformin trials',
      description: 'New trials of metformin',
      message: 'Find trials of metformin',
    });
    const id = String(body.id);
    expect((await run('agents', 'list', '--user', 'dr-lee')).out).toMatch(new RegExp(`${id} +active`));
    expect(await jsonOf('agents', '--user', 'dr-lee')).toMatchObject({ agents: [{ id }] });
    expect((await run('agents', 'say', id, 'Look at children too.')).code).toBe(0);
    await expect.poll(async () => (await run('agents', 'files', id)).out).toContain('notes/log.md');
    expect((await run('agents', 'file', id, 'notes/log.md')).out).toMatch(/\w/);
    expect((await run('agents', 'pause', id)).out).toContain('paused');
    expect((await run('agents', 'resume', id)).out).toContain('active');
    expect((await run('agents', 'show', id)).out).toContain('Metformin trials');

    const added = await run('triggers', 'add', '--agent', id, '--schedule', 'every Monday at 8', 'Search again');
    const trigger = /^[0-9a-f-]{36}/m.exec(added.out)?.[0] ?? '';
    expect((await run('triggers', 'pause', trigger)).out).toContain('paused');
    expect((await run('triggers', 'resume', trigger)).out).toContain('pending');
    expect(await jsonOf('triggers', 'list', '--user', 'dr-lee')).toMatchObject({ triggers: [{ id: trigger }] });
    expect((await run('triggers', 'cancel', trigger)).out).toContain('cancelled');
  });

  test('approvals are shown in full, and decided', async () => {
    expect((await run('approvals', 'list', '--user', 'nobody')).out).toBe('Nothing waits for approval.\n');
    expect(await jsonOf<{ approvals: Approval[] }>('approvals', '--user', 'nobody')).toEqual({ approvals: [] });
    const { code, err } = await run('approvals', 'approve', '0b8c3a52-3d3e-5b1c-9d1a-9f1a0c3f7a21');
    expect([code, err]).toEqual([1, 'medfleet: There is no such approval.\n']);
    expect(await run('approvals', 'list')).toMatchObject({ code: 1, err: expect.stringContaining('--user ID') });
  });

  test.each([
    ['reject', 'rejected'],
    ['approve', 'sent'],
  ])('a mail that waits is shown word for word, and %s decides it', async (action, status) => {
    const user = `dr-${action}`;
    const wish = { user_id: user, session_id: user, name: 'Lupus', description: 'Lupus', message: 'Find trials.' };
    const { id: agent } = (await fleet.call('POST', '/v1/agents', wish)).body;
    const desk = openDesk(fleet);
    const mail = { to: 'author@example.org', subject: 'A question', body: 'When are the results out?' };
    const { id } = await desk.askToSend(await desk.agent({ tenant: 'local' }, String(agent)), mail, action);
    const shown = await run('approvals', 'list', '--user', user);
    expect(shown.out).toContain(`${id}  pending`);
    expect(shown.out).toContain('To: author@example.org\nSubject: A question\n\nWhen are the results out?');
    expect((await run('approvals', action, id, '--note', 'As agreed')).code).toBe(0);
    expect((await run('approvals', 'list', '--user', user)).out).toBe('Nothing waits for approval.\n');
    const statusNow = async () =>
      (await jsonOf<{ approvals: Approval[] }>('approvals', '--all', '--user', user)).approvals[0];
    await expect.poll(statusNow).toMatchObject({ id, status, note: 'As agreed' });
    const other = action === 'approve' ? 'reject' : 'approve';
    const late = await run('approvals', other, id);
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('nothing to decide')]);
  });

  test.each([
    [['agents', 'show'], 'say which agent'],
    [['agents', 'fire', 'x'], 'there is no "fire"'],
    [['triggers', 'add', 'x'], '--schedule WHEN'],
    [['triggers', 'fire', 'x'], 'there is no "fire"'],
    [['approvals', 'approve'], 'say which'],
    [['approvals', 'forget', 'x'], 'there is no "forget"'],
  ])('%j is a wrong call', async (args, message) => {
    expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});

describe('run', () => {
  const TOWER = 'The tower that John Smeaton finished at Plymouth on 8 August 1759 weighed 988 tons.';

  test('lists functions and pipelines, and runs one with fields, a file or JSON', async () => {
    expect((await run('run')).out).toMatch(/extract-structure .*\n[\s\S]*chapter-summarization/);
    expect(await jsonOf('run')).toContainEqual(expect.objectContaining({ name: 'code-generation' }));
    const file = join(dir, 'tower.txt');
    writeFileSync(file, TOWER);
    const { code, out } = await run('run', 'extract_structure', `content=@${file}`, 'extraction_type=entities');
    expect([code, out]).toEqual([0, expect.stringContaining('John Smeaton')]);
    const input = JSON.stringify({ content: TOWER, target_tokens: 50 });
    const summary = await cli(['run', 'summarize-content', '--input', '-', '--json'], { env: at(), input });
    expect(JSON.parse(summary.out)).toMatchObject({ status: 'completed', name: 'summarize_content' });
  });

  test('says what is wrong', async () => {
    expect(await run('run', 'no-such')).toMatchObject({ code: 2, err: expect.stringContaining('"no-such"') });
    expect(await run('run', 'extract-structure', 'content')).toMatchObject({ code: 2 });
    expect(await run('run', 'extract-structure', `content=@${dir}/none`)).toMatchObject({ code: 2 });
    expect(await run('run', 'extract-structure')).toMatchObject({
      code: 1,
      err: 'medfleet: content is missing. extraction_type is missing.\n',
    });
  });
});

test('demo makes a patient to look at, and removes it', async () => {
  expect(await jsonOf('demo')).toMatchObject({ patient_id: 'demo-anna' });
  expect((await run('demo')).out).toContain(`${fleet.url}/dashboard`);
  expect((await run('demo', 'remove')).out).toBe('demo-anna is erased.\n');
});

test('a fleet that asks for credentials is given them, and says so where they are missing', async () => {
  const token = 'k'.repeat(40);
  const closed = await startFleet({ roles: [], env: { API_TOKENS: `acme:${token}` } });
  try {
    const env = { MEDFLEET_URL: closed.url };
    expect(await cli(['record', 'anna'], { env })).toMatchObject({ code: 1, err: expect.stringContaining('--token') });
    expect(await cli(['record', 'anna', '--token', token], { env })).toMatchObject({ code: 0 });
    const byEnv = await cli(['record', 'anna'], { env: { ...env, MEDFLEET_TOKEN: token } });
    expect(byEnv).toMatchObject({ code: 0, out: 'Nothing is on file about anna.\n' });
  } finally {
    await closed.close();
  }
});
