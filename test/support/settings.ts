/** The names of all settings, read from the schema's source, and their lines in .env.example. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export function settingNames(): string[] {
  const source = readFileSync(join(ROOT, 'src/platform/config.ts'), 'utf8');
  const schema = /const Environment = z\.object\(\{\n(.*?)\n\}\);/s.exec(source)?.[1] ?? '';
  return [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name = '']) => name);
}

/** Name and default of each setting in .env.example, in its order. */
export function exampleSettings(): [name: string, value: string][] {
  const text = readFileSync(join(ROOT, '.env.example'), 'utf8');
  return [...text.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
}
