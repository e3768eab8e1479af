/** agents/presets.yml: the document's presets as they are written there, and every mistake with its line and fix. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { knownModels, loadModels } from '../../../src/engine/models/models-file.ts';
import type { AgentFunction } from '../../../src/functions/agent-function.ts';
import { FUNCTIONS } from '../../../src/functions/functions.ts';
import { loadPresets } from '../../../src/functions/runtime/presets-file.ts';
import { FilesError } from '../../../src/platform/yaml/problems.ts';
import { gatewayFor } from '../../support/models.ts';

const MODELS = ['phi-4', 'qwen2.5-7b', 'llama-3.2-3b'];

async function shipped() {
  const models = knownModels(await loadModels('agents/models.yml'));
  return loadPresets('agents/presets.yml', { models, functions: FUNCTIONS.values() });
}

async function problemsOf(text: string, functions: AgentFunction[] = []): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'presets-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'presets.yml');
  await writeFile(file, text);
  const error = await loadPresets(file, { models: MODELS, functions }).catch((thrown: unknown) => thrown);
  if (!(error instanceof FilesError)) throw new Error('the file is taken as right', { cause: error });
  return error.problems.map(({ line, message, fix }) => `${line}  ${message}; ${fix}`);
}

test('the shipped presets are those of the document, with as many models as their letter says', async () => {
  const presets = await shipped();
  const counts = { S: [8, 1], D: [10, 2], T: [10, 3], Q: [5, 4], P: [3, 5] } as const;
  for (const [letter, [many, members]] of Object.entries(counts)) {
    const named = [...presets.values()].filter(({ name }) => name.startsWith(letter));
    expect(named.map(({ name }) => name)).toEqual(Array.from({ length: many }, (_, index) => `${letter}${index + 1}`));
    expect(named.filter((preset) => preset.members.length !== members)).toEqual([]);
  }
  expect(presets.size).toBe(36);
});

test.each([
  ['S6', 'single', 'writer granite-8b-code-128k'],
  ['D1', 'pipeline', 'drafter llama-3.2-3b, validator phi-4'],
  ['D4', 'critique', 'generator qwen2.5-7b, critic deepseek-r1-7b'],
  ['D10', 'debate', 'debater phi-3-medium-128k, debater deepseek-r1-7b'],
  ['T1', 'pipeline', 'drafter llama-3.2-3b, refiner qwen2.5-7b, validator phi-4'],
  ['T2', 'ensemble', 'voter phi-4, voter deepseek-r1-7b, voter llama-3.2-3b'],
  ['Q4', 'debate', 'debater phi-4, debater phi-3-medium-128k, debater deepseek-r1-7b, debater qwen2.5-7b'],
  [
    'P2',
    'pipeline',
    'drafter llama-3.2-3b, coder qwen2.5-7b, thinker deepseek-r1-7b, validator phi-4, expander phi-3-medium-128k',
  ],
])('%s is %s: %s', async (name, mode, members) => {
  const preset = (await shipped()).get(name);
  expect(preset?.mode).toBe(mode);
  expect(preset?.members.map(({ role, model }) => `${role} ${model}`).join(', ')).toBe(members);
});

test('who serves a preset’s model is said: the Gemini tier, one’s own server, or the rules', async () => {
  const gemini = await gatewayFor({ GEMINI_API_KEY: 'k' });
  expect(gemini.serves('qwen2.5-7b')).toMatchObject({ by: 'gemini-2.5-flash at gemini', usesTokens: true });
  expect(gemini.serves('deepseek-r1-7b')).toMatchObject({ by: 'gemini-2.5-pro at gemini', usesTokens: true });
  expect(() => gemini.serves('deepseek')).toThrow(/has no model "deepseek"/);
  const local = await gatewayFor({ OPENAI_BASE_URL: 'http://localhost:1/v1' });
  expect(local.serves('phi-4')).toMatchObject({ by: 'phi-4 at OPENAI_BASE_URL', usesTokens: true });
  expect((await gatewayFor({})).serves('phi-4')).toMatchObject({ by: 'offline rules', usesTokens: false });
});

test('unknown models, roles and numbers of members are all named, with line and fix', async () => {
  const text = `presets:
  A: { mode: single, members: [writer: phi-5] }
  B: { mode: single, members: [writer: phi-4, writer: phi-4] }
  C:
    mode: critique
    members:
      - critic: phi-4
      - generator: qwen2.5-7b
  D: { mode: pipeline, members: [drafter: phi-4] }
  E: { mode: debate, members: [{ debater: phi-4, voter: phi-4 }, debater: phi-4] }
`;
  expect(await problemsOf(text)).toEqual([
    '2  unknown model "phi-5"; did you mean "phi-4"?',
    '3  B has 2 members, and single takes exactly 1; change the mode or the members',
    '7  "critic" in C, whose mode is critique; use one of generator',
    '8  "generator" in C, whose mode is critique; use one of critic',
    '9  D has 1 members, and pipeline takes 2 to 8; change the mode or the members',
    '10  member 1 of E needs one role; write it as "role: model"',
  ]);
});

test('unknown modes, roles and keys are named, with the word that was meant', async () => {
  const text = `presets:
  A: { mode: singel, members: [writer: phi-4] }
  B: { mode: single, members: [writter: phi-4] }
  C: { mode: single, member: [writer: phi-4] }
`;
  expect((await problemsOf(text)).sort()).toEqual([
    '2  "presets.A.mode" is "singel"; did you mean "single"?',
    '3  unknown key "writter"; did you mean "writer"?',
    '4  "presets.C.members" is missing; add "members:"',
    '4  unknown key "member"; did you mean "members"?',
  ]);
});

test('a preset that a function names must be there, and the file too', async () => {
  const presets = { default: 'A', variants: { quick: 'B' }, quality: { light: 'A', standard: 'A', high: 'C' } };
  const fn = { name: 'generate_code', presets } as unknown as AgentFunction;
  expect(await problemsOf('presets:\n  A: { mode: single, members: [writer: phi-4] }\n', [fn])).toEqual([
    '1  generate_code uses the preset B, which is not here; add it',
    '1  generate_code uses the preset C, which is not here; add it',
  ]);
  await expect(loadPresets('agents/none.yml', { models: null, functions: [] })).rejects.toThrow(
    /there is no such file/,
  );
});
