/**
 * Runs the guard over folders of public Cypher and says what became of each query. By hand, since the sets are not ours to
 * ship: node --import tsx test/record/cypher/corpus.ts DIR
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guard } from '../../../src/record/cypher/guard.ts';
import { QueryRefused } from '../../../src/record/cypher/refused.ts';

const WRITES = /\b(CREATE|MERGE|SET|DELETE|DETACH|REMOVE|FOREACH|LOAD|DROP|INSERT|CALL)\b/i;

type Entry = { id: string; text: string };
type Tally = { tried: number; refused: Map<string, number>; passed: Entry[]; writes: number; slowest_ms: number };

function entriesOf(file: string): Entry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const { id, query, cypher } = JSON.parse(line) as { id?: string; query?: string; cypher?: string };
      const text = query ?? cypher;
      return text === undefined ? [] : [{ id: id ?? '', text }];
    });
}

/** Quoted texts and names say nothing about what a query does. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|\/\*.*?\*\/|\/\/[^\n]*/gs, ' ');
}

function runAll(entries: readonly Entry[], prepare: (text: string) => string): Tally {
  const tally: Tally = { tried: 0, refused: new Map(), passed: [], writes: 0, slowest_ms: 0 };
  for (const { id, text } of entries) {
    tally.tried += 1;
    if (WRITES.test(withoutQuotes(text))) tally.writes += 1;
    const started = performance.now();
    try {
      guard(prepare(text));
      tally.passed.push({ id, text });
    } catch (thrown) {
      if (!(thrown instanceof QueryRefused)) throw new Error(`The guard itself failed on ${id}`, { cause: thrown });
      tally.refused.set(thrown.rule, (tally.refused.get(thrown.rule) ?? 0) + 1);
    }
    tally.slowest_ms = Math.max(tally.slowest_ms, performance.now() - started);
  }
  return tally;
}

function report(title: string, { tried, refused, passed, writes, slowest_ms }: Tally): void {
  const rules = [...refused].sort((a, b) => b[1] - a[1]).map(([rule, n]) => `${rule} ${n}`);
  process.stdout.write(
    [
      title,
      `  tried ${tried} (with a write or a call: ${writes}), refused ${tried - passed.length}, passed ${passed.length}`,
      `  slowest ${slowest_ms.toFixed(1)} ms; ${rules.join(', ')}`,
      '',
    ].join('\n'),
  );
  for (const { id } of passed.slice(0, 20)) process.stdout.write(`  passed: ${id}\n`);
  const let_through = passed.filter(({ text }) => WRITES.test(withoutQuotes(text)));
  if (let_through.length > 0)
    throw new Error(`A write or a call was let through: ${let_through.map(({ id }) => id).join(', ')}`);
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Say which folder holds the .jsonl files: corpus.ts DIR');
for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl'))) {
  const entries = entriesOf(join(folder, name));
  if (entries.length === 0) continue;
  report(
    `${name}, as written`,
    runAll(entries, (text) => text),
  );
  // As written nearly all of them lack the patient; with the patient put before them the other rules have to do the work.
  report(
    `${name}, after the patient`,
    runAll(entries, (text) => `MATCH (p0:Patient {uuid: $patient_uuid}) ${text}`),
  );
}
process.stdout.write('No write and no call passed.\n');
