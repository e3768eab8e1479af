/** The generated parser in the repository is the one that the grammar gives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import peggy from 'peggy';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../src/record/cypher');

test('the parser that runs was made from the grammar that is reviewed (npm run grammar)', () => {
  const grammar = readFileSync(join(folder, 'grammar.peggy'), 'utf8');
  const made = peggy.generate(grammar, { output: 'source', format: 'es', grammarSource: 'grammar.peggy' });
  expect(made === readFileSync(join(folder, 'parser.generated.ts'), 'utf8')).toBe(true);
});
