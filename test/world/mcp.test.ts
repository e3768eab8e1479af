/** The MCP server as others see it: the SDK for Python with and without a handshake, and the protocol's own conformance suite. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { installNode } from '../support/install-node.ts';
import { because, nodeTools, pythonTools, runTool, type Tools, tryTool, WORLD_LIMIT_MS } from './tools.ts';

const timeout = { timeout: WORLD_LIMIT_MS };
const PROGRAM = resolve(import.meta.dirname, 'mcp_client.py');

const sdk = pythonTools('mcp-python', 'mcp==2.3.0');
const suite = nodeTools('mcp-conformance', '@modelcontextprotocol/conformance@0.2.0-alpha.12');

let fleet: Fleet;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'medfleet-mcp-'));
  fleet = await startFleet({ env: { RATE_LIMIT_PER_MINUTE: '100000' } });
});
afterAll(async () => {
  await fleet?.close();
  rmSync(dir, { recursive: true, force: true });
});

describe.skipIf(sdk.skipped)(`the MCP SDK for Python${because(sdk)}`, () => {
  test.each([
    ['the newest revision', 'auto', '2026-07-28'],
    ['a handshake', 'legacy', '2025-11-25'],
  ])('lists, sends a message and reads the record with %s', timeout, async (_with, mode, revision) => {
    const printed = await runTool(join(sdk.bin, 'python'), [PROGRAM, fleet.url, mode]);
    const seen = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    expect(seen).toMatchObject({
      revision,
      tools: expect.arrayContaining(['send_turn', 'read_record', 'query_record']),
      schemas: seen.tools.length,
      turn: { status: 'completed', reply: expect.stringMatching(/\w/) },
      wrong: [true, expect.stringContaining('patient')],
      templates: expect.arrayContaining(['medfleet://patients/{patient_id}/record']),
      resources: 0,
      prompts: ['prepare_visit', 'ask_record', 'tell_health'],
      prompt: expect.stringContaining('I feel well.'),
    });
    expect(JSON.stringify(seen.record)).toMatch(/71/);
  });
});

/** Those that do not call the suite's own tools, resources and prompts. */
const SCENARIOS = {
  '2026-07-28': [
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
};

/** The suite uses functions that Node 20 does not have. */
function newerNode(): Tools {
  try {
    return { bin: dirname(installNode(22)), skipped: '' };
  } catch {
    return { bin: '', skipped: 'Node 22 cannot be installed' };
  }
}

const newer = suite.skipped ? suite : newerNode();
const node = join(newer.bin, 'node');

describe.skipIf(newer.skipped)(`the conformance suite of MCP${because(newer)}`, () => {
  test.each(Object.entries(SCENARIOS))(
    '%s: no fault in what is asked of every server, nor in the form of any message',
    timeout,
    async (revision, scenarios) => {
      const out = join(dir, revision);
      const args = ['server', '--url', `${fleet.url}/mcp`, '--requirements', revision, '--output-dir', out];
      const { printed } = await tryTool(node, [join(suite.bin, 'conformance'), ...args], dir);
      const passed = [...printed.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed/gm)].map(([, name]) => name);
      expect(passed).toEqual(expect.arrayContaining(scenarios));
      const forms = checksIn(out).filter(({ id }) => id === 'wire-schema-valid');
      expect(forms.length).toBeGreaterThan(scenarios.length);
      expect(forms.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
    },
  );

  test('what it finds in requests without a session needs its own tools, but for subscriptions', timeout, async () => {
    const out = join(dir, 'stateless');
    const args = ['server', '--url', `${fleet.url}/mcp`, '--scenario', 'server-stateless', '--output-dir', out];
    await tryTool(node, [join(suite.bin, 'conformance'), ...args], dir);
    const checks = checksIn(out);
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThanOrEqual(22);
    const faults = checks.filter(
      ({ status, errorMessage = '' }) => status === 'FAILURE' && !/^Not testable/.test(errorMessage),
    );
    // There is nothing to subscribe to: the answer is an error.
    expect(faults.map(({ id }) => id)).toEqual([
      'sep-2575-server-sends-subscription-ack',
      'sep-2575-server-tags-subscription-id',
    ]);
  });
});

type Check = { id: string; status: string; errorMessage?: string };

function checksIn(dir: string): Check[] {
  return readdirSync(dir).flatMap((run) => JSON.parse(readFileSync(join(dir, run, 'checks.json'), 'utf8')) as Check[]);
}
