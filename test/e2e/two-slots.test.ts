/** A model server that answers two calls at a time, and twenty people at once: everybody waits, and no call fails that waiting answers. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { type OpenAiAnswer, type OpenAiRequest, startScriptedOpenAi } from '../support/scripted-openai.ts';

const PEOPLE = 20;
const CALL_MS = 400;
/** In place of the minutes that agents have: less than they wait here, and much longer than a call takes. */
const SECONDS = 8;

function capable({ tools, body }: OpenAiRequest): OpenAiAnswer {
  if (body.response_format) return { text: '{"facts":[]}' };
  const to = { agent_name: 'HealthConsultantAgent', reason: 'about the user' };
  if (tools.includes('transfer_to_agent') && !tools.includes('query_record'))
    return { calls: [{ name: 'transfer_to_agent', args: to }] };
  return { text: 'You sound tired, and rest helps.' };
}

function hurriedAgents(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-agents-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  cpSync('agents', dir, { recursive: true });
  for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('config.yml')) continue;
    const path = join(dir, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^( +)seconds: \d+$/m, `$1seconds: ${SECONDS}`));
  }
  return dir;
}

test('twenty people, two slots', { timeout: 300_000 }, async () => {
  let open = 0;
  let most = 0;
  const model = await startScriptedOpenAi(async (request) => {
    open += 1;
    most = Math.max(most, open);
    await sleep(CALL_MS);
    open -= 1;
    return capable(request);
  });
  const fleet = await startFleet({
    env: {
      OPENAI_BASE_URL: model.url,
      OPENAI_MODEL: 'small',
      OPENAI_CONCURRENCY: '2',
      AGENTS_DIR: hurriedAgents(),
    },
  });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  const began = performance.now();
  const turns = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, n) => {
      const turn = await fleet.say('I am tired today', { session_id: `s${n}`, patient_id: `p${n}` });
      return { turn, seconds: (performance.now() - began) / 1000 };
    }),
  );
  expect(most).toBe(2);
  for (const { turn } of turns) {
    expect(turn.status).toBe('completed');
    expect(turn.warnings).toEqual([]);
    expect(Object.entries(turn.agents).filter(([, { by }]) => by !== 'model')).toEqual([]);
  }
  const longest = Math.max(...turns.map(({ seconds }) => seconds));
  // Otherwise waiting was shorter than the limit, and this shows nothing.
  expect(longest).toBeGreaterThan(SECONDS);
});
