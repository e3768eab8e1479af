/**
 * Messages of authors who have not seen the rules: `em` is an emergency, `calm` and `gp` are none (`gp`: a complaint for a family doctor).
 * A message of several turns has ` || ` between them. Files whose names begin with `train-` teach the last reader, those with `test-` are
 * only counted; no author wrote for both.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Authored = { text: string; turns: readonly string[]; urgent: boolean; kind: string };

const CASES = import.meta.dirname;

export function authored(part: 'train' | 'test'): Authored[] {
  return readdirSync(CASES)
    .filter((file) => file.startsWith(`${part}-`))
    .sort()
    .flatMap((file) => readFileSync(join(CASES, file), 'utf8').split('\n').filter(Boolean).map(read));
}

function read(line: string): Authored {
  const [kind = '', , ...rest] = line.split(' | ');
  const turns = rest.join(' | ').split(' || ');
  return { text: turns.join(' . '), turns, urgent: kind === 'em', kind };
}
