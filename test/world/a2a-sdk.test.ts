/** The A2A server as the SDK for Python sees it, in the version of today and the one before, over both bindings. */
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { because, pythonTools, runTool, WORLD_LIMIT_MS } from './tools.ts';

const PROGRAM = resolve(import.meta.dirname, 'a2a_client.py');
const WEBHOOK = 'http://127.0.0.1:9/hook';
const HTTPX = 'httpx==0.28.1';
const VERSIONS = {
  '1.3.0': pythonTools('a2a-python-1', 'a2a-sdk==1.3.0', HTTPX),
  '0.3.26': pythonTools('a2a-python-03', 'a2a-sdk==0.3.26', HTTPX),
};

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ env: { A2A_PUSH_ALLOW_HOSTS: new URL(WEBHOOK).host } });
});
afterAll(() => fleet.close());

describe.each(Object.entries(VERSIONS))('a2a-sdk %s', (version, sdk) => {
  const bindings = ['JSONRPC', 'HTTP+JSON'];
  test.skipIf(sdk.skipped).each(bindings)(
    `reads the cards, sends, streams, answers a question and registers a webhook over %s${because(sdk)}`,
    { timeout: WORLD_LIMIT_MS },
    async (binding) => {
      const printed = await runTool(join(sdk.bin, 'python'), [PROGRAM, fleet.url, binding, WEBHOOK]);
      const seen = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
      expect(seen).toMatchObject({
        cards: [
          [expect.any(String), expect.arrayContaining(['health', 'tutor'])],
          [expect.any(String), ['tutor']],
        ],
        sent: { state: 'completed', artifacts: ['reply', 'details'] },
        text_only: { state: 'completed', artifacts: ['reply'] },
        asked: { state: 'input-required', artifacts: [], says: expect.stringContaining('patient_id') },
        answered: { state: 'completed', id: seen.asked.id, context: seen.asked.context },
        further: { state: 'completed', context: seen.sent.context },
        push: { set: WEBHOOK, get: WEBHOOK, ...(version > '1' && { left: 0 }) },
      });
      expect(seen.further.id).not.toBe(seen.sent.id);
      expect(seen.stream.slice(0, 2)).toEqual(['task', 'status_update']);
      expect(seen.stream).toContain('artifact_update');
      expect(seen.stream.at(-1)).toBe('status_update');
      expect((await fleet.turn(seen.answered.id)).patient_id).toBe('p3');
    },
  );
});
