/** Sends random requests for every operation of the OpenAPI document to a running fleet, and says what came back. */
import { createMemory } from './memory.ts';
import { createRandom } from './random.ts';
import { type FuzzRequest, makeRequest, type Operation, operationsOf } from './requests.ts';
import { createSender, type FuzzAnswer } from './send.ts';

export type FuzzOptions = {
  url: string;
  token: string;
  seed: number;
  requests: number;
  /** Requests under way at once. */
  parallel?: number;
  /** Called after each hundredth of the requests. */
  progress?: (done: number, faults: number) => Promise<void>;
};

export type FuzzReport = {
  requests: number;
  seconds: number;
  statuses: Map<number, number>;
  /** By operation: how often it was answered with 2xx, and how often it was asked. */
  operations: Map<string, { asked: number; done: number }>;
  /** 5xx, no answer, or an error that is not a problem: with the request that shows it. */
  faults: string[];
  slowest: { ms: number; request: string }[];
  /** The slowest answer of /healthz meanwhile, and how often it was not 200. */
  health: { slowestMs: number; failed: number };
};

/** Pages beside the API: the board and the console. */
const PAGES: Operation[] = [
  ['GET', '/dashboard/queues/api/queues'],
  ['GET', '/dashboard/queues/api/queues/{queue}/{job}'],
  ['PUT', '/dashboard/queues/api/queues/{queue}/pause'],
  ['POST', '/dashboard/queues/api/queues/{queue}/add'],
  ['GET', '/dashboard/{path}'],
].map(([method = '', path = '']) => ({
  method,
  path,
  parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    schema: { type: 'string' },
  })),
  body: method === 'GET' ? undefined : { type: 'object' },
}));

/** Erasing rewrites files, so it is asked for less often than the rest. */
const RARE = 'DELETE /v1/patients/{id}';
const RARE_SHARE = 0.1;

/** The fleet has no model, and a function that cannot do without one says so. */
const NO_MODEL = /^\{"type":"urn:medfleet:problem:model_required"/;

const KEPT_SLOWEST = 5;
const HEALTH_EVERY_MS = 250;

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { url, token, seed, requests, parallel = 8, progress } = options;
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Parameters<typeof operationsOf>[0];
  const operations = [...operationsOf(document), ...PAGES];
  const report: FuzzReport = {
    requests,
    seconds: 0,
    statuses: new Map(),
    operations: new Map(operations.map(({ method, path }) => [`${method} ${path}`, { asked: 0, done: 0 }])),
    faults: [],
    slowest: [],
    health: { slowestMs: 0, failed: 0 },
  };
  const memory = createMemory();
  const sender = createSender(url);
  const began = performance.now();
  const watching = watchHealth(url, report.health);
  let next = 0;
  async function work(): Promise<void> {
    while (next < requests) {
      const number = next;
      next += 1;
      // Each request has a seed of its own, so that it does not depend on the order of the answers before it.
      const random = createRandom(seed + Math.imul(number, 0x9e3779b1));
      // Each operation once, then at random.
      const first = operations[number];
      const chosen = first ?? random.pick(operations);
      const rare = !first && `${chosen.method} ${chosen.path}` === RARE && !random.chance(RARE_SHARE);
      const request = makeRequest(rare ? (operations[0] as Operation) : chosen, random, memory, token);
      const answer = await sender.send(request);
      note(report, number, request, answer);
      if (answer.status < 300 && answer.type.startsWith('application/json'))
        memory.note(chosen.path, parsed(answer.body));
      if (progress && number % Math.ceil(requests / 100) === 0) await progress(number, report.faults.length);
    }
  }
  await Promise.all(Array.from({ length: parallel }, work));
  await watching.stop();
  sender.close();
  report.seconds = (performance.now() - began) / 1000;
  return report;
}

function note(report: FuzzReport, number: number, request: FuzzRequest, answer: FuzzAnswer): void {
  const { status, ms } = answer;
  report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
  const counts = report.operations.get(request.operation);
  if (counts) {
    counts.asked += 1;
    if (status >= 200 && status < 300) counts.done += 1;
  }
  const fault = faultOf(request, answer);
  if (fault) report.faults.push(`request ${number}: ${fault}\n${described(request)}\n${answer.body.slice(0, 400)}`);
  if (ms > (report.slowest.at(-1)?.ms ?? 0) || report.slowest.length < KEPT_SLOWEST) {
    report.slowest.push({ ms, request: described(request) });
    report.slowest.sort((a, b) => b.ms - a.ms).splice(KEPT_SLOWEST);
  }
}

function faultOf(request: FuzzRequest, { status, type, body }: FuzzAnswer): string | null {
  // Damaged bytes may be no request at all, and then the connection is just closed.
  if (status === 0) return request.raw ? null : 'no answer';
  if (status >= 500 && !NO_MODEL.test(body)) return `answered ${status}`;
  const isApi = /^\w+ \/(?:v1|healthz|readyz|metrics)/.test(request.operation) && request.method !== 'HEAD';
  if (status >= 400 && isApi && !type.startsWith('application/problem+json')) return `answered ${status} as "${type}"`;
  if (/node_modules|\.ts:\d+:\d+/.test(body) && status >= 400) return 'shows where it failed';
  return null;
}

function described({ method, path, headers, body, raw }: FuzzRequest): string {
  if (raw) return `raw ${JSON.stringify(body?.toString('latin1').slice(0, 2_000))}`;
  const shown = headers.filter(([name]) => name !== 'Authorization').map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path.slice(0, 1_000)} ${JSON.stringify(shown)} ${body?.toString('utf8').slice(0, 3_000) ?? ''}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function watchHealth(url: string, health: FuzzReport['health']): { stop(): Promise<void> } {
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const began = performance.now();
      const ok = await fetch(`${url}/healthz`).then(
        (response) => response.ok,
        () => false,
      );
      health.slowestMs = Math.max(health.slowestMs, performance.now() - began);
      if (!ok) health.failed += 1;
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MS));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
    },
  };
}
