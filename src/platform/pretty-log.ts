/**
 * Log lines for people: time, level, event and facts on one line, instead of JSON. Each line is written before the call that logs it
 * returns, so nothing is lost when the process ends.
 */
import { styleText } from 'node:util';

type Output = { write(text: string): unknown };
type Style = Parameters<typeof styleText>[0];
type Fields = Record<string, unknown>;

/** By pino's numbers. */
const LEVELS: Readonly<Record<number, readonly [name: string, style: Style]>> = {
  10: ['trace', 'gray'],
  20: ['debug', 'gray'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
};

/** The names of most events fit, so that what follows them is a column. */
const EVENT_WIDTH = 18;

/** Where the stack of an error is worth its lines. */
const SHOW_STACK = 50;

export function prettyLog(output: Output, colours: boolean): Output {
  const paint = (style: Style, text: string) => (colours ? styleText(style, text, { validateStream: false }) : text);
  return {
    write(line) {
      output.write(`${format(line.trimEnd(), paint)}\n`);
    },
  };
}

type Paint = (style: Style, text: string) => string;

function format(line: string, paint: Paint): string {
  let fields: Fields;
  try {
    fields = JSON.parse(line) as Fields;
  } catch {
    return line;
  }
  const { level, time, msg, err, problems, ...facts } = fields;
  const [name, style] = LEVELS[Number(level)] ?? [String(level), 'white'];
  const told = Object.entries(inOrder(facts)).map(([key, value]) => `${paint('gray', `${key}=`)}${shown(value)}`);
  const event = paint('bold', String(msg).padEnd(EVENT_WIDTH));
  // An error that needs no stack stays on the line, where a search for a task finds it.
  const [what = '', ...frames] = errorLines(err, Number(level));
  const head = [paint('gray', clock(time)), paint(style, name.padEnd(5)), event, ...told, what.trim()];
  return [head.join(' ').trimEnd(), ...problemLines(problems), ...frames].join('\n');
}

/** Whose line it is comes first. A job's id is left out where it says the same as task and run. */
function inOrder({ queue, task_id, run_id, job_id, ...others }: Fields): Fields {
  const isSame = job_id === task_id || job_id === `${task_id}.${run_id}`;
  const ids = { queue, task_id, run_id, ...(!isSame && { job_id }) };
  const known = Object.entries(ids).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...others };
}

/** The time of day, here: whoever looks at a terminal has a clock beside it. */
function clock(time: unknown): string {
  const date = new Date(String(time));
  return Number.isNaN(date.getTime()) ? String(time) : date.toTimeString().slice(0, 8);
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value);
}

/** What is wrong with files, each on its own line, as an editor can jump to it. */
function problemLines(problems: unknown): string[] {
  if (!Array.isArray(problems)) return [];
  return problems.map(({ file, line, message, fix }: Fields) => `  ${file}:${line}  ${message}; ${fix}`);
}

function errorLines(err: unknown, level: number): string[] {
  if (typeof err !== 'object' || err === null) return [];
  const { type, code, message, stack, cause } = err as Fields;
  const what = [code ?? type, message].filter(Boolean).join(': ');
  const frames = level >= SHOW_STACK && typeof stack === 'string' ? stack.split('\n') : [];
  return [`  ${what}`, ...frames, ...errorLines(cause, level)];
}
