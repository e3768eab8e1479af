/** What every main.ts shares: settings, signals, a clean shutdown, and errors as one readable line. */
import { config as loadEnvFile } from 'dotenv';
import { type Closers, createClosers } from './closers.ts';
import { type Config, loadConfig } from './config.ts';
import { createLog, type Log } from './log.ts';
import { prettyLog } from './pretty-log.ts';

/** More would not be warnings of packages, but a flood. */
const MAX_WARNINGS = 100;

export async function runMain(start: (config: Config, log: Log, closers: Closers) => Promise<void>): Promise<void> {
  try {
    loadEnvFile({ quiet: true });
    const config = loadConfig(process.env);
    const log = createLog(config.LOG_LEVEL, logDestination(config));
    logWarnings(log);
    const closers = createClosers(log);
    const stop = stopper(closers);
    process.on('SIGINT', () => void stop(0));
    process.on('SIGTERM', () => void stop(0));
    process.on('unhandledRejection', (reason) => {
      log.fatal({ err: reason }, 'process.unhandled_rejection');
      void stop(1);
    });
    try {
      await start(config, log, closers);
    } catch (error) {
      printError(error);
      await stop(1);
    }
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
}

/** A package prints its warning for each connection that it opens: here it is an event of the log, once. */
function logWarnings(log: Log): void {
  const told = new Set<string>();
  console.warn = (...parts: unknown[]) => {
    const warning = parts.join(' ').slice(0, 500);
    if (told.has(warning) || told.size >= MAX_WARNINGS) return;
    told.add(warning);
    log.warn({ warning }, 'package.warning');
  };
}

/** Lines for people on a terminal, JSON for everything that collects logs. */
function logDestination({ LOG_FORMAT }: Config) {
  const { stdout } = process;
  if (LOG_FORMAT === 'json' || (LOG_FORMAT === undefined && !stdout.isTTY)) return undefined;
  return prettyLog(stdout, stdout.isTTY === true && process.env.NO_COLOR === undefined);
}

function stopper(closers: Closers): (code: number) => Promise<void> {
  let stopping = false;
  return async (code) => {
    if (stopping) process.exit(1); // a second Ctrl-C exits at once
    stopping = true;
    await closers.close();
    process.exit(code);
  };
}

function printError(error: unknown): void {
  process.stderr.write(`medfleet: ${error instanceof Error ? error.message : String(error)}\n`);
}
