/**
 * Medfleet itself: the base, the workers, the producer. Only the model is replaced, and the log is discarded. The log's level is the
 * default one, because logging is part of a turn's cost.
 */
import { pino } from 'pino';
import { Agent, request as post } from 'undici';
import { v7 as uuidv7 } from 'uuid';
import { startProducer } from '../../producers/start-producer.ts';
import { openFleet } from '../../queues/open-fleet.ts';
import { openBase } from '../../src/base.ts';
import type { Team, Teams } from '../../src/engine/agents/team.ts';
import type { Closers } from '../../src/platform/closers.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { waitForRedis } from '../../src/platform/redis.ts';
import { ROLES, startWorkers } from '../../workers/start-workers.ts';
import { taskRequest } from '../support/task-request.ts';
import { JOBS_PER_TURN } from './bare.ts';
import { type Contender, completions, turnsDone } from './contender.ts';
import { INSTANT_MODEL, MESSAGE } from './instant-model.ts';

type Options = {
  redisUrl: string;
  dataDir: string;
  prefix: string;
  concurrency: number;
  /** Every agent inside its parent's job: one job a turn. */
  inline: boolean;
  closers: Closers;
};

export type Medfleet = {
  /** Through admission, without HTTP. */
  direct: Contender;
  /** POST /v1/turns?wait, over loopback. */
  http: Contender;
  team: Team;
};

/** As many people talk at the same time as there are turns in flight; each turn is a session's first. */
const PATIENTS = 500;

export async function startMedfleet(options: Options): Promise<Medfleet> {
  const { closers } = options;
  const config = loadConfig({
    NODE_ENV: 'test',
    REDIS_URL: options.redisUrl,
    REDIS_PREFIX: options.prefix,
    DATA_DIR: options.dataDir,
    PORT: '0',
    WORKER_CONCURRENCY: String(options.concurrency),
  });
  const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination('/dev/null'));
  const opened = await openBase(config, log, closers);
  const teams = options.inline ? allInline(opened.teams()) : opened.teams();
  const base = { ...opened, model: INSTANT_MODEL, teams: () => teams };
  const workers = await startWorkers(base, ROLES);
  const turns = workers.find((worker) => worker.name === 'turn');
  if (!turns) throw new Error('no worker takes turns');
  const { url } = await startProducer(base);

  const redis = base.redis.connect('producer');
  await waitForRedis(redis, 10_000);
  const { admission, startTask } = openFleet(base, redis, { maxOpenTasks: 10_000 });
  const whenCompleted = completions(turns);
  const done = turnsDone(workers, options.inline ? 1 : JOBS_PER_TURN);
  const client = new Agent({ connections: 200, keepAliveTimeout: 10_000 });
  closers.add('http client', () => client.close());
  let said = 0;
  const input = () => {
    const patient = `p${said++ % PATIENTS}`;
    return { text: MESSAGE, patient_id: patient, user_id: patient, team: 'health' };
  };
  const root = teams.get('health')?.root ?? '';

  return {
    team: teams.get('health') as Team,
    direct: {
      name: options.inline ? 'Medfleet, all inline' : 'Medfleet',
      done,
      async turn() {
        const { text, patient_id, user_id } = input();
        const request = taskRequest({
          id: uuidv7(),
          tenant: 'bench',
          user_id,
          subject: { kind: 'patient', id: patient_id },
          session_id: uuidv7(),
          agent: root,
        });
        await whenCompleted(async (id) => {
          const { outcome } = await admission.admit({ request, text, doubleText: 'enqueue', idempotency: null });
          if (outcome !== 'started') throw new Error(`admission answered ${outcome}`);
          await startTask({ id, team: 'health', agent: root, origin: 'user' });
        }, request.id);
      },
    },
    http: {
      name: 'Medfleet over HTTP',
      done,
      async turn() {
        const { statusCode, body } = await post(`${url}/v1/turns?wait=30`, {
          method: 'POST',
          dispatcher: client,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input()),
        });
        const turn = (await body.json()) as { status?: string };
        if (statusCode !== 200 || turn.status !== 'completed')
          throw new Error(`POST /v1/turns answered ${statusCode}, status ${turn.status}`);
      },
    },
  };
}

function allInline(teams: Teams): Teams {
  return new Map(
    [...teams].map(([name, team]) => [
      name,
      {
        ...team,
        agents: new Map([...team.agents].map(([id, agent]) => [id, { ...agent, dispatch: 'inline' as const }])),
      },
    ]),
  );
}
