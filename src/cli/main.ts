/** The process of the command line: `bin/medfleet.mjs`, `npm run medfleet -- …`. */
import { spawn } from 'node:child_process';
import { config as loadEnvFile } from 'dotenv';
import type { Io } from './command.ts';
import { runCli } from './run-cli.ts';

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
  spawn: (file, args) =>
    new Promise((resolve, reject) => {
      const child = spawn(file, args, { stdio: 'inherit' });
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    }),
};

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
loadEnvFile({ quiet: true });
process.exitCode = await runCli(process.argv.slice(2), io);
