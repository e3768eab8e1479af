/** A models.yml of the test's own, in a folder that is removed when the test ends. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export async function modelsFile(text: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'models-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'models.yml');
  await writeFile(file, text);
  return file;
}
