/** `npm run patterns`: analyses every pattern, and notes in linear.txt those that the gate need not analyse again. */
import { writeFileSync } from 'node:fs';
import { complaints, keyOf, LINEAR } from './complaints.ts';
import { madePatterns, writtenPatterns } from './every-pattern.ts';

const patterns = [...writtenPatterns(), ...(await madePatterns())];
const found = complaints(patterns);
if (found.length > 0) {
  console.error(`Not linear:\n${found.join('\n')}`);
  process.exit(1);
}
const keys = [...new Set(patterns.map(keyOf))].sort();
writeFileSync(LINEAR, `${keys.join('\n')}\n`);
console.log(`${keys.length} patterns are linear.`);
