/**
 * What Bull Board may show of a job. Payloads, results, failure texts, stack traces and scheduler templates can contain a patient's text,
 * and whoever can add a job can write into its log and progress; Bull Board's own formatters cover only some of them, so each response of
 * its API is rebuilt here from an allow-list. Of logs and progress what our runs write is shown. A route that is not listed gives an empty object, so an upgrade cannot leak data.
 */

import { isLogLine, isProgress } from '../src/engine/run/log-lines.ts';
import { HIDDEN, safeReason } from '../src/platform/safe-reason.ts';

type Fields = Record<string, unknown>;

/** The key under which the number of hidden fields of a payload is shown. */
export const HIDDEN_FIELDS = 'hidden_fields';

/** Payload keys that operators need to follow a task. Neither the id of a person nor any text is among them. */
export const VISIBLE_KEYS: ReadonlySet<string> = new Set([
  'task_id',
  'run_id',
  'id',
  'agent',
  'agents',
  'team',
  'from',
  'after',
  'part',
  'round',
  'item',
  'status',
  'outcome',
]);

/** Payload keys that are shown if their values are numbers or booleans. */
export const VISIBLE_COUNTS: ReadonlySet<string> = new Set(['depth', 'speaks', 'ms', 'restarted', 'failed', 'fired']);

/** An id or a single word, never a sentence: text under a visible key stays hidden. */
const PLAIN_ID = /^[\w.:/-]{1,200}$/;

const JOB_FIELDS = [
  'id',
  'name',
  'timestamp',
  'processedOn',
  'processedBy',
  'finishedOn',
  'attempts',
  'delay',
  'isFailed',
  'groupId',
  'priority',
  'attemptsStarted',
  'stalledCounter',
  'deduplicationId',
  'externalUrl',
];

const OPTION_FIELDS = [
  'attempts',
  'backoff',
  'continueParentOnFailure',
  'deduplication',
  'delay',
  'failParentOnFailure',
  'ignoreDependencyOnFailure',
  'jobId',
  'keepLogs',
  'lifo',
  'parent',
  'prevMillis',
  'priority',
  'removeDependencyOnFailure',
  'removeOnComplete',
  'removeOnFail',
  'repeat',
  'stackTraceLimit',
  'timestamp',
];

const SCHEDULER_FIELDS = [
  'id',
  'queueName',
  'name',
  'pattern',
  'every',
  'tz',
  'limit',
  'startDate',
  'endDate',
  'next',
  'nextRunJobId',
  'lastRun',
  'lastRunJobId',
  'iterationCount',
];

const FLOW_FIELDS = ['id', 'name', 'state', 'queueName', 'truncated', 'dependencies'];

/** For responses about a queue as a whole: counts, settings, worker connections. */
const unchanged = (body: unknown): unknown => body;

/** By route, as Bull Board names it. Other routes give an empty object. */
const RESPONSES: Readonly<Record<string, (body: unknown) => unknown>> = {
  '/api/redis/stats': unchanged,
  '/api/queues': (body) => replace(body, 'queues', (queues) => each(queues, (queue) => replace(queue, 'jobs', jobs))),
  '/api/job-schedulers': (body) => replace(body, 'schedulers', (schedulers) => each(schedulers, scheduler)),
  '/api/queues/:queueName/metrics': unchanged,
  '/api/queues/:queueName/default-job-options': options,
  '/api/queues/:queueName/workers': unchanged,
  '/api/queues/:queueName/rate-limit': unchanged,
  '/api/queues/:queueName/job-data-schema': unchanged,
  '/api/queues/:queueName/:jobId/logs': (body) => each(body, (line) => (isLogLine(line) ? line : HIDDEN)),
  '/api/queues/:queueName/:jobId/flow': (body) => replace(body, 'flowRoot', flowNode),
  '/api/queues/:queueName/:jobId': (body) => replace(body, 'job', job),
  '/api/queues/:queueName/add': (body) => replace(body, 'job', job),
  '/api/queues/:queueName/job-schedulers/:schedulerId/run': (body) => replace(body, 'job', job),
  '/api/queues/:queueName/:jobId/remove-unprocessed-children': unchanged,
};

export function redactResponse(route: string, status: number, body: unknown): Fields {
  // The error's key only: its message or details may quote Redis or a parser.
  if (status >= 400) return pick(body, ['error']);
  return (RESPONSES[route]?.(body) ?? {}) as Fields;
}

/** True for a payload that was copied from this board: saving it would overwrite the hidden fields. */
export function wasRedacted(payload: unknown): boolean {
  return payload === HIDDEN || (isFields(payload) && HIDDEN_FIELDS in payload);
}

/** A payload with its ids only. */
export function payload(value: unknown): unknown {
  if (value === undefined || value === null || isCount(value)) return value;
  if (!isFields(value)) return HIDDEN;
  const shown = Object.entries(value).filter(
    ([key, item]) => (VISIBLE_KEYS.has(key) && isShown(key, item)) || (VISIBLE_COUNTS.has(key) && isCount(item)),
  );
  const hidden = Object.keys(value).length - shown.length;
  return { ...Object.fromEntries(shown), ...(hidden > 0 ? { [HIDDEN_FIELDS]: hidden } : {}) };
}

function job(value: unknown): unknown {
  if (!isFields(value)) return value;
  return {
    ...pick(value, JOB_FIELDS),
    progress: progress(value.progress),
    data: payload(value.data),
    returnValue: payload(value.returnValue),
    failedReason: safeReason(value.failedReason),
    deferredFailure: safeReason(value.deferredFailure),
    stacktrace: [],
    opts: options(value.opts),
  };
}

function jobs(value: unknown): unknown {
  return each(value, job);
}

function scheduler(value: unknown): unknown {
  const template = isFields(value) && isFields(value.template) ? value.template : undefined;
  // BullMQ counts the jobs that it has made, the next one included.
  const fired = isFields(template?.data) ? template.data.fired : undefined;
  return {
    ...pick(value, SCHEDULER_FIELDS),
    ...(typeof fired === 'number' ? { iterationCount: fired } : {}),
    ...(template ? { template: { data: payload(template.data), opts: options(template.opts) } } : {}),
  };
}

function flowNode(value: unknown): unknown {
  if (!isFields(value)) return value;
  const reasons = isFields(value.ignoredChildFailureReasons) ? value.ignoredChildFailureReasons : undefined;
  return {
    ...pick(value, FLOW_FIELDS),
    progress: progress(value.progress),
    children: each(value.children, flowNode),
    ...(reasons
      ? {
          ignoredChildFailureReasons: Object.fromEntries(
            Object.entries(reasons).map(([key, reason]) => [key, safeReason(reason)]),
          ),
        }
      : {}),
  };
}

function progress(value: unknown): unknown {
  return isCount(value) || isProgress(value) ? value : HIDDEN;
}

function options(value: unknown): Fields {
  return pick(value, OPTION_FIELDS);
}

/** `after` is a list of run ids, and `part` has a round and an item. */
function isShown(key: string, value: unknown): boolean {
  if ((key === 'after' || key === 'agents') && Array.isArray(value)) return value.every(isPlain);
  if (key === 'part' && isFields(value))
    return Object.entries(value).every(([name, item]) => VISIBLE_KEYS.has(name) && isPlain(item));
  return isPlain(value);
}

function isPlain(value: unknown): boolean {
  return isCount(value) || (typeof value === 'string' && PLAIN_ID.test(value));
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pick(value: unknown, keys: readonly string[]): Fields {
  if (!isFields(value)) return {};
  return Object.fromEntries(keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]));
}

function each(value: unknown, change: (item: unknown) => unknown): unknown[] {
  return Array.isArray(value) ? value.map(change) : [];
}

function replace(value: unknown, key: string, change: (item: unknown) => unknown): unknown {
  return isFields(value) ? { ...value, [key]: change(value[key]) } : {};
}
