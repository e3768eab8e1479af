/** The process of the command line: `bin/medfleet.mjs`, `npm run medfleet -- …`. */
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { config as loadEnvFile } from 'dotenv';
import { EXIT, type Io } from './command.ts';
import { runCli } from './run-cli.ts';

const STDERR = 2;
let interruptText = '';
/** Whether another program has the terminal. */
let isForeground = false;

const io: Io = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  async readInput() {
    if (process.stdin.isTTY) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  },
  isTerminal: process.stdout.isTTY === true,
  env: process.env,
  onInterrupt(text) {
    interruptText = text;
  },
  spawn: (file, args) =>
    new Promise((resolve, reject) => {
      const child = spawn(file, args, { stdio: 'inherit' });
      isForeground = true;
      child.once('error', reject);
      child.once('exit', (code) => {
        isForeground = false;
        resolve(code ?? 1);
      });
    }),
};

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(EXIT.fine);
  writeSync(STDERR, `medfleet: the output cannot be written (${code}).\n`);
  process.exit(EXIT.failed);
});
process.stderr.on('error', () => process.exit(EXIT.failed));
// A program in the foreground gets the signal too, and ends by itself.
process.on('SIGINT', () => {
  if (isForeground) return;
  if (interruptText !== '') writeSync(STDERR, `\n${interruptText}\n`);
  process.exit(EXIT.interrupted);
});
loadEnvFile({ quiet: true });
process.exitCode = await runCli(process.argv.slice(2), io);
