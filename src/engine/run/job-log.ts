/**
 * What a run says of itself in BullMQ's own keys, its job's log and progress, so that every tool for BullMQ shows it: names of agents,
 * models and tools, codes and figures; never a word of a patient, of a model or of an argument. log-lines.ts knows the forms.
 */
import { type AppError, ERRORS } from '../../platform/errors.ts';
import { OFFLINE, type Usage } from '../models/model.ts';
import type { RunResult } from './run-result.ts';
import type { StepNote } from './trace.ts';
import type { Write } from './writes.ts';

/** `progress`, in percent, is what Bull Board draws as a circle; it is there where the number of parts is known. `at`: the latest part. */
type Progress = { progress?: number; done?: number; of?: number; at?: string };

type Step = { kind: StepNote<never>['kind']; name: string; ms: number; usage?: Usage; failed?: boolean };
type End = { status: string; error?: { code: string } | null } & Partial<Pick<RunResult, 'ms' | 'usage' | 'transfer'>>;

export type JobLog = {
  step(step: Step): Write;
  /** A step that has thrown: it may be done again. */
  failedStep(step: Step, error: AppError): Write;
  wait(line: string): Write;
  /** Of a nested run, only that it failed or handed over: its steps say the rest. */
  end(end: End): Write[];
  /** Of its parts; `of` where their number is known. Only the run that the job is for says how far the job is. */
  advance(done: number, of: number | null, at?: string): void;
  /** The same job's, for a run nested in its own. */
  nested(runId: string): JobLog;
};

/** `steps` of earlier attempts are counted on; `told` is the progress that was written last. */
type Job = { steps: number; parts?: Progress; told?: string };

export function createJobLog(job: Job, label = ''): JobLog {
  const write = (line: string, progress: Progress): Write => {
    const json = JSON.stringify(progress);
    const isNew = json !== job.told && json !== '{}';
    job.told = json;
    return ['log', label + line, isNew ? json : '', ''];
  };
  const soFar = (at?: string): Progress =>
    job.parts ?? { ...(job.steps > 0 && { done: job.steps }), ...(at && { at }) };
  return {
    step(step) {
      job.steps += 1;
      return write(stepLine(job.steps, step), soFar(plain(step.name)));
    },
    failedStep: (step, error) => write(`${stepLine(job.steps + 1, step)}, failed ${error.code}`, soFar()),
    wait: (line) => write(line, soFar()),
    end(end) {
      const all = job.parts?.of ?? job.parts?.done ?? job.steps;
      const hasFailed = end.status === 'error' || end.status === 'failed';
      if (label !== '') return hasFailed || end.transfer ? [write(endLine(end), soFar())] : [];
      return [write(endLine(end), hasFailed ? soFar() : { progress: 100, ...(all > 0 && { done: all, of: all }) })];
    },
    advance(done, of, at) {
      const share = of !== null && { progress: Math.floor((100 * done) / of), of };
      if (label === '') job.parts = { done, ...share, ...(at && { at: plain(at) }) };
    },
    nested: (runId) =>
      createJobLog(job, `${plain(runId.split('.').findLast((part) => /^[A-Za-z_]/.test(part)) ?? '')}: `),
  };
}

export function startLine(at: number, tries: number): string {
  return `start ${new Date(at).toISOString()}, try ${number(tries)}`;
}

export function parkLine(jobs: number): string {
  return `wait for ${number(jobs)} ${jobs === 1 ? 'job' : 'jobs'}`;
}

/** Of an attempt that others follow; null where nothing is to be said. */
export function againLine({ code, policy, retryAfterMs = 0 }: AppError, tries: number): string | null {
  if (code === 'cancelled' || code === 'lock_lost' || policy.retry === 'wait') return null;
  if (policy.retry === 'pause') return `pause ${number(retryAfterMs)} ms, ${code}`;
  return code === 'shutting_down' ? `wait for another worker, ${code}` : `try ${number(tries)} failed, ${code}`;
}

function stepLine(nth: number, { kind, name, ms, usage, failed }: Step): string {
  const what = kind === 'step' ? plain(name) : `${kind} ${plain(name)}`;
  return `step ${number(nth)} ${what} ${number(ms)} ms${usage?.model === OFFLINE ? '' : tokens(usage)}${failed ? ', error' : ''}`;
}

function endLine({ status, ms, usage, error, transfer }: End): string {
  const to = transfer ? `, handed over to ${plain(transfer.agent)}` : '';
  const code = error && Object.hasOwn(ERRORS, error.code) ? ` ${error.code}` : '';
  return `end ${status}${code}${to}${ms === undefined ? '' : `, ${number(ms)} ms`}${tokens(usage)}`;
}

function tokens(usage?: { input_tokens: number; output_tokens: number }): string {
  const { input_tokens: input = 0, output_tokens: output = 0 } = usage ?? {};
  return input + output > 0 ? `, ${number(input)} > ${number(output)} tokens` : '';
}

const number = (value: number) => Math.round(value).toLocaleString('en-US');

/** A server may call its model by any words. */
function plain(name: string): string {
  return /^[\w@:/-][\w.@:/-]{0,79}$/.test(name) ? name : 'unnamed';
}
