/**
 * A planted-marker run over the whole product: what people, models and other systems write is found in the record, the files of the
 * person and the keys of their tasks, and nowhere else; after an erasure it is nowhere.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ALL_SCOPES } from '../../src/engine/access/scopes.ts';
import { apiClient } from '../support/api.ts';
import { durableRedis } from '../support/durable-redis.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { serviceAnswers, watchOutward } from '../support/outward-sockets.ts';
import { testPrefix } from '../support/redis.ts';
import { startScriptedGemini } from '../support/scripted-gemini.ts';
import { filesHolding, redisLines } from '../support/stores.ts';
import { idle, MAIL_SECRET, MARKERS, type Planting, plantOffline, plantWithModel, script } from './markers.ts';

/** Where nothing of it may be. `others`: what another tenant is told. `board`: Bull Board's API. */
const FORBIDDEN = ['logs', 'metrics', 'jobs', 'board', 'outward', 'others'] as const;
/** Where it belongs, until it is erased: Redis keys that are not BullMQ's, and the files of Redis, of the record and of the workspaces. */
const KEPT = ['keys', 'disk'] as const;
/** `refusals`: what a sender is told of their own wrong request may name the wrong part of it. */
const PLACES = [...FORBIDDEN, 'refusals', ...KEPT] as const;
type Place = (typeof PLACES)[number];
type Found = Map<string, Set<Place>>;

/** The one thing that is meant to leave: the address that a message asks to be opened. */
const MEANT: ReadonlySet<string> = new Set(['address outward']);
/** Two fleets are started; on a busy machine that alone takes a while. */
const LIMIT_MS = 300_000;

test('markers are found where they belong, and after the erasure nowhere', { timeout: LIMIT_MS }, async () => {
  const outward = await watchOutward((sent) =>
    sent.host === 'pages.example' ? '<p>Nothing of interest.</p>' : serviceAnswers('Lupus nephritis')(sent),
  );
  // Compressed, a marker would not be seen.
  const server = await durableRedis('--rdbcompression', 'no');
  const redis = new Redis(server.url, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-markers-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const model = await startScriptedGemini(script);
  onTestFinished(() => model.close());
  const lines: string[] = [];
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((...words) => void lines.push(words.map(String).join(' ')));
    onTestFinished(() => spy.mockRestore());
  }
  const refusals: string[] = [];
  const prefix = testPrefix();

  const start = async (env: Record<string, string>): Promise<Planting & { stop(): Promise<void> }> => {
    const tokens = `local[${ALL_SCOPES.join('+')}]:${TOKEN},other:${OTHER}`;
    const fleet = await startFleet({
      dashboard: true,
      env: {
        ...{ REDIS_URL: server.url, REDIS_PREFIX: prefix, DATA_DIR: dataDir, LOG_LEVEL: 'trace', API_TOKENS: tokens },
        ...{ SEARCH_PUBLIC: 'true', PERPLEXITY_API_KEY: 'key', MAIL_INBOUND_SECRET: MAIL_SECRET },
        ...env,
      },
      logTo: { write: (line) => void lines.push(line) },
    });
    const api = { ...fleet, ...apiClient(fleet.url, TOKEN) };
    return {
      fleet: api,
      async call(...args) {
        const answer = await api.call(...args);
        if (answer.status >= 400) refusals.push(JSON.stringify(answer.body));
        return answer;
      },
      stop: fleet.close,
    };
  };
  const look = async ({ fleet }: Planting): Promise<Found> => {
    const others = await toldToOthers(fleet);
    // That they have asked about this id is in their own access log, until they erase the person that they have asked about.
    await apiClient(fleet.url, OTHER).call('DELETE', `/v1/patients/${MARKERS.patient}`);
    const stored = await redisLines(redis, prefix);
    const isJob = (line: string) => line.startsWith(fleet.base.keys.bull);
    const texts: Record<Exclude<Place, 'disk'>, string> = {
      logs: lines.join(''),
      metrics: String((await fleet.call('GET', '/metrics')).body.text),
      jobs: stored.filter(isJob).join('\n'),
      keys: stored.filter((line) => !isJob(line)).join('\n'),
      outward: outward.text(),
      others,
      refusals: refusals.join('\n'),
      board: await boardOf(fleet),
    };
    return new Map(
      Object.entries(MARKERS).map(([name, marker]) => {
        const places = PLACES.filter((place) =>
          place === 'disk'
            ? filesHolding(dataDir, marker).length + filesHolding(server.dir, marker).length > 0
            : texts[place].toLowerCase().includes(marker.toLowerCase()),
        );
        return [name, new Set(places)];
      }),
    );
  };

  const offline = await start({ MODEL_PROVIDER: 'offline' });
  await plantOffline(offline);
  await idle(offline.fleet);
  await offline.stop();
  const online = await start({ GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url });
  onTestFinished(() => online.stop());
  await plantWithModel(online);

  const before = await look(online);
  const erasure = await online.fleet.call('DELETE', `/v1/patients/${MARKERS.patient}`);
  expect([erasure.status, erasure.body.redis_files]).toMatchObject([200, { append_only_file: 'rewritten' }]);
  const after = await look(online);
  process.stdout.write(`found before the erasure\n${table(before)}\n\nfound after it\n${table(after)}\n`);

  // Otherwise this test proves nothing.
  for (const name of [
    'patient',
    'message',
    'doctor',
    'topic',
    'clinician',
    'instruction',
    'mailbody',
    'mailanswer',
    'file',
    'report',
  ])
    expect([name, before.get(name)?.has('keys') || before.get(name)?.has('disk')]).toEqual([name, true]);
  const leaks = (found: Found, places: readonly Place[]) =>
    [...found]
      .flatMap(([name, where]) => places.filter((place) => where.has(place)).map((place) => `${name} ${place}`))
      .filter((leak) => !MEANT.has(leak));
  expect(leaks(before, FORBIDDEN)).toEqual([]);
  expect(leaks(after, [...FORBIDDEN, ...KEPT])).toEqual([]);
});

const TOKEN = 'token-of-the-clinic';
const OTHER = 'token-of-another-clinic';

/** What another tenant is told when it asks for what it must not know: not even its own words are repeated. */
async function toldToOthers(fleet: Fleet): Promise<string> {
  const other = apiClient(fleet.url, OTHER);
  const { turns = [] } = (await fleet.call('GET', `/v1/turns?patient_id=${MARKERS.patient}`)).body as {
    turns?: { turn_id: string }[];
  };
  const paths = [
    ...turns.map(({ turn_id }) => `/v1/turns/${turn_id}`),
    `/v1/sessions/${MARKERS.session}`,
    `/v1/patients/${MARKERS.patient}/fhir`,
  ];
  const answers = await Promise.all(paths.map((path) => other.call('GET', path)));
  return answers.map(({ body }) => JSON.stringify(body)).join('\n');
}

/** Every queue with its jobs, and every job by itself. */
async function boardOf(fleet: Fleet): Promise<string> {
  const get = async (path: string) => JSON.stringify((await fleet.call('GET', `/dashboard/queues/api${path}`)).body);
  const names = (JSON.parse(await get('/queues')) as { queues: { name: string }[] }).queues.map(({ name }) => name);
  const texts: string[] = [];
  for (const name of names) {
    const page = await get(`/queues?activeQueue=${name}&status=latest&page=1&jobsPerPage=100`);
    const { queues } = JSON.parse(page) as { queues: { name: string; jobs: { id: string }[] }[] };
    const jobs = queues.find((queue) => queue.name === name)?.jobs ?? [];
    const each = jobs.map(({ id }) => get(`/queues/${name}/${encodeURIComponent(id)}`));
    texts.push(page, ...(await Promise.all(each)));
  }
  return texts.join('\n');
}

function table(found: Found): string {
  const row = (name: string, cells: string[]) => [name.padEnd(12), ...cells.map((cell) => cell.padEnd(8))].join(' ');
  return [
    row('', [...PLACES]),
    ...[...found].map(([name, where]) =>
      row(
        name,
        PLACES.map((place) => (where.has(place) ? 'x' : '.')),
      ),
    ),
  ].join('\n');
}
