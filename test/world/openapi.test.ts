/** The API as others' tools read it: requests made from its document, rules for documents, and two generated clients that make a turn. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { because, nodeTools, pythonTools, runTool, WORLD_LIMIT_MS } from './tools.ts';

const timeout = { timeout: WORLD_LIMIT_MS };
const MESSAGE = 'I take metformin 500 mg twice a day, and my mother had diabetes at 50.';

const schemathesis = pythonTools('schemathesis', 'schemathesis==4.32.5');
const forPython = pythonTools('openapi-python-client', 'openapi-python-client==0.29.1');
const spectral = nodeTools('spectral', '@stoplight/spectral-cli@6.16.3');
const forTypeScript = nodeTools('openapi-ts', '@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3', 'tsx@4.23.15');

let fleet: Fleet;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'medfleet-openapi-'));
  fleet = await startFleet({ env: { SEARCH_PUBLIC: 'false' } });
  const document = await (await fetch(`${fleet.url}/openapi.json`)).text();
  writeFileSync(join(dir, 'openapi.json'), document);
});
afterAll(async () => {
  await fleet.close();
  rmSync(dir, { recursive: true, force: true });
});

/**
 * What no schema can say is not judged: that a cursor, an id, a schedule in words or a pair of fields is one that we know. A function
 * without a model answers 501, as documented.
 */
const SETTINGS = `
[checks]
positive_data_acceptance.enabled = false
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 501, 502, 503]
`;
/**
 * Streams do not end, an erasure takes what other requests need, and each call of a batch has an answer of its own: the whole is a 200
 * also where one call is wrong. One worker, because Python 3.11 breaks where threads parse.
 */
const LEFT_OUT = '/events$|/stream$|/v1/patients/\\{id\\}$|/a2a/batch$';

describe.skipIf(schemathesis.skipped)(`schemathesis${because(schemathesis)}`, () => {
  test('finds no answer that the document does not say, and no fault', timeout, async () => {
    const config = join(dir, 'schemathesis.toml');
    writeFileSync(config, SETTINGS);
    const phases = ['--phases', 'examples,coverage,fuzzing', '--max-examples', '10', '--seed', '1'];
    const of = ['--exclude-path-regex', LEFT_OUT, '--generation-deterministic', '--no-color'];
    const url = `${fleet.url}/openapi.json`;
    const printed = await runTool(
      join(schemathesis.bin, 'schemathesis'),
      ['--config-file', config, 'run', url, ...phases, ...of],
      dir,
    );
    expect(Number(/(\d+) generated/.exec(printed)?.[1])).toBeGreaterThan(3_000);
  });
});

const RULES = `
extends: ["spectral:oas"]
rules:
  # Who runs a fleet is known to those who run it.
  info-contact: off
  # The summary says it.
  operation-description: off
  # OpenAPI 3.1 lets any scheme name the roles that an operation needs; the rule knows OAuth's alone.
  oas3-operation-security-defined: off
`;

describe.skipIf(spectral.skipped)(`Spectral${because(spectral)}`, () => {
  test('has nothing to say of the document', timeout, async () => {
    writeFileSync(join(dir, 'spectral.yaml'), RULES);
    const args = [
      'lint',
      join(dir, 'openapi.json'),
      '--ruleset',
      join(dir, 'spectral.yaml'),
      '--fail-severity',
      'warn',
    ];
    expect(await runTool(join(spectral.bin, 'spectral'), args, dir)).toContain('No results');
  });
});

const PYTHON = (url: string) => `
from medfleet_client import Client
from medfleet_client.api.turns import create_turn
from medfleet_client.models import NewTurn
turn = create_turn.sync(client=Client(base_url='${url}', timeout=90), body=NewTurn(text='${MESSAGE}', patient_id='py'), wait=60)
print(turn.status, sorted(fact.name for fact in turn.facts))
`;

describe.skipIf(forPython.skipped)(`a client for Python${because(forPython)}`, () => {
  test('is generated whole, makes a turn and reads it', timeout, async () => {
    const at = join(dir, 'python');
    const program = join(forPython.bin, 'openapi-python-client');
    const said = await runTool(program, ['generate', '--path', join(dir, 'openapi.json'), '--output-path', at], dir);
    // It knows no other text than plain text.
    expect(said.match(/WARNING parsing .*/g) ?? []).toEqual([expect.stringContaining('/v1/calendars/')]);
    writeFileSync(join(at, 'turn.py'), PYTHON(fleet.url));
    expect(await runTool(join(forPython.bin, 'python'), ['turn.py'], at)).toMatch(
      /^completed \['Diabetes', 'Metformin'\]/,
    );
  });
});

const TYPESCRIPT = (url: string) => `
import { createTurn } from './client/index.ts';
const { data } = await createTurn({ baseUrl: '${url}', body: { text: '${MESSAGE}', patient_id: 'ts' }, query: { wait: 60 } });
if (data && 'facts' in data) console.log(data.status, data.facts.map(({ name }) => name).sort().join());
`;

describe.skipIf(forTypeScript.skipped)(`a client for TypeScript${because(forTypeScript)}`, () => {
  test('is generated, fits strict types, makes a turn and reads it', timeout, async () => {
    const at = join(forTypeScript.bin, '../..');
    rmSync(join(at, 'client'), { recursive: true, force: true });
    const generate = ['-i', join(dir, 'openapi.json'), '-o', 'client', '--no-log-file'];
    await runTool(join(forTypeScript.bin, 'openapi-ts'), generate, at);
    expect(readdirSync(join(at, 'client'))).toContain('sdk.gen.ts');
    writeFileSync(join(at, 'turn.ts'), TYPESCRIPT(fleet.url));
    const strict =
      '--noEmit --strict --target es2022 --module nodenext --allowImportingTsExtensions --skipLibCheck turn.ts';
    await runTool(join(forTypeScript.bin, 'tsc'), strict.split(' '), at);
    expect(await runTool(join(forTypeScript.bin, 'tsx'), ['turn.ts'], at)).toBe('completed Diabetes,Metformin\n');
  });
});
