/** What a run of the fuzzer has shown, and whether it is good. */
import type { FuzzReport } from './fuzz.ts';

/** Of the fleet's process, after so many requests. */
export type MemorySample = { done: number; residentMb: number; heapMb: number };

export const SLOWEST_MS = 5_000;
/** How much larger the process may be in the last quarter of a run than in the second: garbage is collected when V8 sees fit. */
const GROWTH = 1.3;
/** A shorter run is over before the process has reached its size. */
const LEAST_REQUESTS = 20_000;
const SHOWN_FAULTS = 20;

/** What must have been done at least once: a fuzzer whose requests are all refused finds nothing. */
const EXPECTED = /^POST (?:\/v1\/(?:turns|agents|triggers|library)|\/v1\/patients\/\{id\}\/(?:query|fhir))$/;

/** What is wrong; nothing if all is well. */
export function verdict(report: FuzzReport, samples: readonly MemorySample[]): string[] {
  const failures: string[] = [];
  if (report.faults.length > 0) failures.push(`${report.faults.length} faults`);
  const slowest = report.slowest[0]?.ms ?? 0;
  if (slowest > SLOWEST_MS) failures.push(`an answer took ${seconds(slowest)}`);
  if (report.health.failed > 0) failures.push(`/healthz failed ${report.health.failed} times`);
  const unreached = [...report.operations].filter(([, { asked }]) => asked === 0).map(([operation]) => operation);
  if (unreached.length > 0) failures.push(`never asked: ${unreached.join(', ')}`);
  const shut = neverDone(report);
  if (shut.length > 0) failures.push(`never answered with 2xx, so only their validation was asked: ${shut.join(', ')}`);
  const [before, after] = [median(samples, 0.25, 0.5), median(samples, 0.75, 1)];
  if (report.requests >= LEAST_REQUESTS && after > before * GROWTH)
    failures.push(`memory grew from ${mb(before)} to ${mb(after)}`);
  return failures;
}

/** Of the operations that were asked so often, those that should have been done and were only refused. */
export function neverDone({ operations }: FuzzReport, least = 1): string[] {
  const refused = [...operations].filter(([, { asked, done }]) => asked >= least && done === 0);
  return refused.map(([name]) => name).filter((name) => EXPECTED.test(name));
}

/** As lines to print. */
export function reportLines(report: FuzzReport, samples: readonly MemorySample[], seed: number): string[] {
  const { requests, statuses, operations, faults, slowest, health } = report;
  const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'none'}: ${count}`);
  const serverErrors = [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
  const places = [
    ['start', samples.at(0)],
    ['middle', samples.at(samples.length >> 1)],
    ['end', samples.at(-1)],
  ] as const;
  return [
    `${requests} requests in ${report.seconds.toFixed(0)} s (seed ${seed})`,
    `by status   ${byStatus.join(', ')}`,
    `5xx         ${serverErrors}`,
    `healthz     slowest ${seconds(health.slowestMs)}, failed ${health.failed} times`,
    ...places.map(
      ([when, sample]) => `memory      ${when}: ${mb(sample?.residentMb)} resident, ${mb(sample?.heapMb)} of heap`,
    ),
    ...[...operations].map(([name, { asked, done }]) => `  ${name.padEnd(48)} ${done} of ${asked} were 2xx`),
    ...slowest.map(({ ms, request }) => `slow        ${seconds(ms)} ${request.slice(0, 200)}`),
    ...faults.slice(0, SHOWN_FAULTS).map((fault) => `\n${fault}`),
  ];
}

function median(samples: readonly MemorySample[], from: number, to: number): number {
  const part = samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to));
  const sorted = part.map(({ residentMb }) => residentMb).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const mb = (megabytes = 0) => `${megabytes.toFixed(0)} MB`;
