/**
 * The forms of what runs write into the log and the progress of their jobs (job-log.ts). Whoever can add a job can write
 * there too: what has another form is not shown.
 */
import { ERRORS } from '../../platform/errors.ts';
import { STEP_KINDS } from './trace.ts';

const NAME = String.raw`[\w@:/-][\w.@:/-]{0,79}`;
const PLAIN = new RegExp(`^${NAME}$`);
const N = String.raw`\d{1,3}(?:,\d{3}){0,4}`;
const CODE = `(?:${Object.keys(ERRORS).join('|')})`;
const TOKENS = `(?:, ${N} > ${N} tokens)?`;
const STATUS = '(?:success|empty|error|completed|degraded|failed)';
const LINE = new RegExp(
  `^(?:${[
    String.raw`start \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z, try ${N}`,
    `(?:${NAME}: )?step ${N} (?:(?:${STEP_KINDS.join('|')}) )?${NAME} ${N} ms${TOKENS}(?:, error|, failed ${CODE})?`,
    `(?:${NAME}: )?end ${STATUS}(?: ${CODE})?(?:, handed over to ${NAME})?(?:, ${N} ms)?${TOKENS}`,
    `wait for ${N} jobs?`,
    `pause ${N} ms, ${CODE}`,
    'wait for another worker, shutting_down',
    `try ${N} failed, ${CODE}`,
  ].join('|')})$`,
);
const LONGEST = 400;

export function isLogLine(text: unknown): boolean {
  return typeof text === 'string' && text.length < LONGEST && LINE.test(text);
}

export function isProgress(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([key, item]) =>
    key === 'at'
      ? typeof item === 'string' && PLAIN.test(item)
      : ['progress', 'done', 'of'].includes(key) && Number.isFinite(item),
  );
}
