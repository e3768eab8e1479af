/** The tool run_code over the real sandbox, with files of a real workspace. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkspaces } from '../../../../src/engine/workspace/open-workspaces.ts';
import type { WorkspaceStore } from '../../../../src/engine/workspace/workspace.ts';
import { loadConfig } from '../../../../src/platform/config.ts';
import { openSandbox } from '../../../../src/platform/sandbox/sandbox.ts';
import { runCode } from '../../../../src/teams/assistant/tools/run-code.tool.ts';
import { toolContext } from '../../../engine/tools/context.ts';

const sandbox = openSandbox({ concurrency: 1 });
const state = await sandbox.check();
const refusing = openSandbox({ concurrency: 1, ways: [] });

let folder: string;
let workspaces: WorkspaceStore;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'run-code-'));
  workspaces = await openWorkspaces(loadConfig({ DATA_DIR: folder }));
});

afterAll(async () => {
  await workspaces.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

async function use(input: unknown, by = sandbox): Promise<Record<string, unknown>> {
  const tool = runCode(by);
  const context = toolContext({ workspace: () => workspaces.open('t', 'user:u') });
  return tool.output.parse(await tool.run(tool.input.parse(input), context)) as Record<string, unknown>;
}

describe.skipIf(!state.available)(state.available ? 'run_code' : `run_code (not on this machine: ${state.why})`, () => {
  test('a program reads files of the workspace, and what it writes is returned', async () => {
    await workspaces.open('t', 'user:u').write('data/in.csv', 'a,1\nb,2\n', { by: 'test' });
    const code = 'cut -d, -f2 data/in.csv > out.txt; cat';
    expect(await use({ language: 'shell', code, stdin: 'hello', files: ['data/in.csv'] })).toMatchObject({
      exit_code: 0,
      stdout: 'hello',
      files: [{ path: 'out.txt', bytes: 4, text: '1\n2\n' }],
    });
  });

  test('a file that is not there is told to the model, and nothing is run', async () => {
    expect(await use({ language: 'shell', code: 'echo ran', files: ['none.txt'] })).toEqual({
      error: expect.any(String),
    });
  });

  test('a failing program is a result, not an error', async () => {
    expect(await use({ language: 'javascript', code: 'process.exit(4)' })).toMatchObject({ exit_code: 4 });
  });

  test('long output is cut', async () => {
    const result = await use({ language: 'javascript', code: 'console.log("x".repeat(50_000))' });
    expect(result).toMatchObject({ truncated: true, exit_code: 0 });
    expect(String(result.stdout)).toHaveLength(8_000);
  });
});

test('where nothing can be contained, the model is told what to install', async () => {
  const result = await use({ language: 'shell', code: 'echo ran' }, refusing);
  expect(result).toEqual({ error: expect.stringContaining('apt-get install bubblewrap') });
});

test.each([{ language: 'ruby', code: 'x' }, { language: 'shell', code: '' }, { language: 'shell' }])(
  'input that does not fit is refused: %j',
  async (input) => {
    expect(runCode(sandbox).input.safeParse(input).success).toBe(false);
  },
);
