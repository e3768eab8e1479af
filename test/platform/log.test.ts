/** The log: JSON for collectors, lines for people on a terminal, and errors that say what to do. */
import { expect, test } from 'vitest';
import { AppError } from '../../src/platform/errors.ts';
import { createLog } from '../../src/platform/log.ts';
import { prettyLog } from '../../src/platform/pretty-log.ts';
import { FilesError } from '../../src/platform/yaml/problems.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void, pretty = true): string {
  const lines: string[] = [];
  const output = { write: (line: string) => void lines.push(line) };
  write(createLog('debug', pretty ? prettyLog(output, false) : output));
  return lines.join('');
}

test('a line for people has time, level, event and facts, and no JSON', () => {
  const text = logged((log) => log.info({ queue: 'triage', duration_ms: 12, why: 'two words' }, 'turn.completed'));
  expect(text).toMatch(/^\d\d:\d\d:\d\d info {2}turn\.completed {5}queue=triage duration_ms=12 why="two words"\n$/);
});

test('a warning names the code and our message; an error also where it was thrown; foreign messages are never shown', () => {
  const foreign = new Error('My aunt Ottilie has a fever');
  const error = new AppError('timeout', 'It took too long.', { cause: foreign });
  const warning = logged((log) => log.warn({ err: error }, 'job.failed'));
  expect(warning).toContain('timeout: It took too long.');
  expect(warning).not.toMatch(/ at .*log\.test\.ts/);
  const failure = logged((log) => log.error({ err: error }, 'job.failed'));
  expect(failure).toMatch(/ at .*log\.test\.ts/);
  expect(warning + failure).not.toContain('Ottilie');
});

test('whose line it is comes first, ids are there once, and an error without a stack stays on the line', () => {
  const error = new AppError('timeout', 'It took too long.');
  const ids = { duration_ms: 5, job_id: 't1.Triage', run_id: 'Triage', task_id: 't1', queue: 'triage' };
  expect(logged((log) => log.warn({ ...ids, err: error }, 'job.failed'))).toMatch(
    /^\S+ warn {2}job\.failed {9}queue=triage task_id=t1 run_id=Triage duration_ms=5 timeout: It took too long\.\n$/,
  );
  expect(logged((log) => log.info({ ...ids, job_id: 'other' }, 'x'))).toContain('job_id=other');
});

test('problems of files are one line each, which an editor can jump to', () => {
  const problems = [
    { file: 'agents/a/config.yml', line: 3, message: 'unknown key "modle"', fix: 'did you mean "model"?' },
  ];
  const text = logged((log) => log.error({ problems }, 'agents.reload_refused'));
  expect(text).toContain('\n  agents/a/config.yml:3  unknown key "modle"; did you mean "model"?\n');
});

test('errors about files keep their message in JSON too', () => {
  const error = new FilesError('The files are wrong', [
    { file: 'a.yml', line: 1, message: 'is empty', fix: 'fill it' },
  ]);
  const line = logged((log) => log.error({ err: error }, 'x'), false);
  expect(JSON.parse(line).err.message).toContain('a.yml:1  is empty; fill it');
});

test('a line that is no JSON is passed on as it is', () => {
  const lines: string[] = [];
  prettyLog({ write: (line) => void lines.push(line) }, false).write('plain\n');
  expect(lines).toEqual(['plain\n']);
});
