/** Messages of about sixty words, as people write them to a health service: what `npm run bench -- clinical` is measured on. */
import { readFileSync } from 'node:fs';

/** One message per line; lines that begin with `# ` are headings. */
export const MESSAGES: readonly string[] = readFileSync(new URL('./clinical-messages.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '));
