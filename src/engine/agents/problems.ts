/** What is wrong with the agents' files: all of it at once, each with its place and its fix. */
import { AppError } from '../../platform/errors.ts';

export type Problem = { file: string; line: number; message: string; fix: string };

export class AgentConfigError extends AppError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const sorted = [...problems].sort(byPlace);
    super(
      'config',
      `The agents' files are wrong:\n${sorted.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`,
    );
    this.name = 'AgentConfigError';
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
