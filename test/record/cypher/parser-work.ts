/**
 * How much work the grammar makes of a text, counted as rules entered. The count is the same on every machine, so it can be bounded in a
 * test; a grammar that tries alternatives again and again for each level of nesting exceeds any bound within a few levels.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import peggy from 'peggy';

type Trace = { type: 'rule.enter' | 'rule.match' | 'rule.fail' };
type TracingParser = { parse(text: string, options: { tracer: { trace(event: Trace): void } }): unknown };

const grammar = readFileSync(join(import.meta.dirname, '../../../src/record/cypher/grammar.peggy'), 'utf8');
const parser = peggy.generate(grammar, { trace: true }) as unknown as TracingParser;

/** The most that any text may take, for each of its characters. Ordinary questions take up to 7, the worst known text 26. */
export const MAX_RULES_PER_CHARACTER = 60;
/** Counting stops here: what takes this much is beyond any bound of ours. */
const MAX_COUNTED = 10_000_000;

class CountedEnough extends Error {}

export function rulesEntered(text: string): number {
  let entered = 0;
  const trace = ({ type }: Trace): void => {
    if (type === 'rule.enter') entered += 1;
    if (entered >= MAX_COUNTED) throw new CountedEnough();
  };
  try {
    parser.parse(text, { tracer: { trace } });
  } catch {
    // A text that is refused has been worked on as well.
  }
  return entered;
}
