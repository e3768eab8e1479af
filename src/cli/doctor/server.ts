/** The running fleet: whether it can be reached, is ready, has a worker for each role, and has the same time as this machine. */
import { createClient, type MedfleetClient, MedfleetError } from '../../client/client.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { clockFinding } from './stores.ts';

/** `isNamed`: the user has said where it is, so it should be there. */
type Place = { url: string; token: string | undefined; isNamed: boolean };

export async function checkServer({ url, token, isNamed }: Place): Promise<Finding[]> {
  let date: string | null = null;
  const client = createClient({
    baseUrl: url,
    token,
    retries: 0,
    async fetch(address, init) {
      const response = await fetch(address, init);
      date = response.headers.get('date');
      return response;
    },
  });
  try {
    await client.getHealth();
    const clock = clockOf(date, Date.now());
    return [ok('server', `${url} is up`), ...clock, ...(await readiness(client)), ...(await workers(client))];
  } catch (error) {
    if (!(error instanceof MedfleetError)) throw error;
    // Medfleet has this address, and asks nobody for a key there.
    if (error.status === 404 || error.status === 405)
      return [fail('server', `what answers at ${url} is not Medfleet`, 'correct --url, MEDFLEET_URL or PORT')];
    if (error.status !== 0)
      return [fail('server', `${url}: ${error.detail}`, 'correct --url, --token or MEDFLEET_TOKEN')];
    const fix = 'npm start, or say where it is with --url or MEDFLEET_URL';
    return [(isNamed ? fail : warn)('server', `nothing answers at ${url}`, fix)];
  }
}

/** The header has whole seconds: it is between this and the next one. */
function clockOf(date: string | null, now: number): Finding[] {
  const shown = Date.parse(date ?? '');
  if (Number.isNaN(shown)) return [];
  const skew = now < shown ? shown - now : Math.min(0, shown + 1_000 - now);
  return [clockFinding('clock of server', skew)];
}

const FIXES: Readonly<Record<string, string>> = {
  redis: 'start Redis, or free some memory of it',
  graph: 'start Neo4j, or see the log of the server',
  workers: 'start a worker for each of these roles: npm run worker -- --roles NAME',
  process: 'wait until it has started again',
};

async function readiness(client: MedfleetClient): Promise<Finding[]> {
  try {
    await client.getReadiness();
    return [ok('readiness', 'ready for turns')];
  } catch (error) {
    if (!(error instanceof MedfleetError) || error.status !== 503) throw error;
    const [part = ''] = Object.keys(FIXES).filter((name) => error.code.startsWith(name) || error.code.includes(name));
    return [fail('readiness', error.detail, FIXES[part] ?? 'see the log of the server')];
  }
}

/** How many there are for each role; only operators may know. */
async function workers(client: MedfleetClient): Promise<Finding[]> {
  try {
    const { queues } = await client.getFleet();
    return queues.map(({ name, workers: count }) =>
      count > 0
        ? ok(`worker ${name}`, `${count} alive`)
        : fail(`worker ${name}`, 'none', `npm run worker -- --roles ${name}`),
    );
  } catch (error) {
    if (!(error instanceof MedfleetError) || (error.status !== 401 && error.status !== 403)) throw error;
    return [warn('workers', 'cannot be seen with these credentials', 'give a key with the scope admin: --token')];
  }
}
