/** What is wrong with configuration files: all of it at once, each with its place and its fix. */
import { AppError } from '../errors.ts';

export type Problem = { file: string; line: number; message: string; fix: string };

export class FilesError extends AppError {
  readonly problems: readonly Problem[];

  /** `what` names the files: "The agents' files are wrong". */
  constructor(what: string, problems: readonly Problem[]) {
    const sorted = [...problems].sort(byPlace);
    super('config', `${what}:\n${sorted.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`);
    this.name = 'FilesError';
    this.problems = sorted;
  }
}

/** One line that an editor can jump to. */
export function formatProblem({ file, line, message, fix }: Problem): string {
  return `${file}:${line}  ${message}; ${fix}`;
}

function byPlace(a: Problem, b: Problem): number {
  return compare(a.file, b.file) || a.line - b.line || compare(a.message, b.message);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
