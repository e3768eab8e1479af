/** Notes the patterns that files of the project put together. */
import { FILES, ROOT } from './files.ts';
import type { Placed } from './written.ts';

/** Those that files of the project make while `work` is done. */
export async function madeDuring(work: () => Promise<void>): Promise<Placed[]> {
  const made: Placed[] = [];
  const Original = globalThis.RegExp;
  const noted = (pattern: RegExp): RegExp => {
    const file = madeBy();
    if (file) made.push({ source: pattern.source, flags: pattern.flags, file });
    return pattern;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, args, newTarget) => noted(Reflect.construct(target, args, newTarget)),
    apply: (target, self, args) => noted(Reflect.apply(target, self, args)),
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}

/** The file that has called for a pattern. Those of src/clinical are made by one function for all. */
function madeBy(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 12;
  const lines = (new Error().stack ?? '').split('\n').slice(3);
  Error.stackTraceLimit = limit;
  const files = lines.flatMap((line) => FILES.find((file) => line.includes(`${ROOT}/${file}:`)) ?? []);
  // Packages make patterns too; theirs are theirs.
  return lines[0]?.includes('node_modules')
    ? undefined
    : files.find((file) => file !== 'src/clinical/text/patterns.ts');
}
