/** A process that runs a program in the sandbox, for tests that kill it or start it with open descriptors. */
import { openSandbox, type SandboxWay } from '../../../src/platform/sandbox/sandbox.ts';

const [, , way, code = ''] = process.argv;
const sandbox = openSandbox({ concurrency: 1, ways: [way as SandboxWay] });
const result = await sandbox.run({ language: 'shell', code }, new AbortController().signal);
process.stdout.write(result.stdout + result.stderr);
