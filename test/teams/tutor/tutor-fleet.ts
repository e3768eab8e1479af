/** A fleet whose analytics and scheduler agents are served by another fleet, over real HTTP, on the same Redis. */
import { serveA2a } from '../../../workers/serve-a2a.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testPrefix } from '../../support/redis.ts';

const TOKEN = 'a2a-token-of-the-tutor-tests';

export type TutorFleet = Fleet & {
  /** Ends the process that serves the remote agents. */
  stopServing(): Promise<void>;
  study(text: string, fields?: Record<string, unknown>): ReturnType<Fleet['say']>;
};

export async function startTutorFleet(options: Parameters<typeof startFleet>[0] = {}): Promise<TutorFleet> {
  const env = { REDIS_PREFIX: testPrefix() };
  const serving = await startFleet({ roles: [], env });
  const { url } = await serveA2a(serving.base, {
    names: ['AnalyticsAgent', 'SchedulerAgent'],
    host: '127.0.0.1',
    port: 0,
    tokens: [TOKEN],
    tenant: 'local',
  });
  let open = true;
  const stopServing = async () => {
    if (open) await serving.close();
    open = false;
  };
  const endpoint = `${url}/a2a`;
  const fleet = await startFleet({
    ...options,
    env: {
      ...env,
      ANALYTICS_AGENT_URL: endpoint,
      SCHEDULER_AGENT_URL: endpoint,
      A2A_AUTH_TOKEN: TOKEN,
      ...options.env,
    },
  });
  return {
    ...fleet,
    stopServing,
    async close() {
      await fleet.close();
      await stopServing();
    },
    study: (text, fields = {}) =>
      fleet.say(text, { team: 'tutor', patient_id: undefined, user_id: 'u1', session_id: 's1', ...fields }),
  };
}
