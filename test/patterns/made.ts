/**
 * Prints the patterns that are put together while the modules of the project are loaded and messages are read, as JSON. A process of its
 * own, in which no module was loaded before.
 */
import { readFileSync } from 'node:fs';
import { MESSAGES } from '../bench/clinical-messages.ts';
import { FILES } from './files.ts';
import { madeDuring } from './made-during.ts';

const MADE = /\bRegExp\(|\bpatternsOf\(/;
/** Starts a process when it is loaded. */
const MAIN = /(?:main|check-agents|move|move-records|thread)\.ts$/;

const makers = FILES.filter((file) => /\.ts$/.test(file) && !MAIN.test(file) && MADE.test(readFileSync(file, 'utf8')));
const patterns = await madeDuring(async () => {
  for (const file of makers) await import(`../../${file}`);
  const { readMessage } = await import('../support/reading.ts');
  for (const message of MESSAGES) readMessage(message);
});
process.stdout.write(JSON.stringify(patterns));
