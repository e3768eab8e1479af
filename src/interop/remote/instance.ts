/** One instance of a remote agent: its connections, its circuit, and how its last health check went. */
import type { RemoteConfig } from '../../engine/agents/remote.ts';
import { type Circuit, type CircuitStatus, createCircuit } from './circuit.ts';
import { closePool, exchangeJson, getStatus, type HttpAnswer, type HttpRequest, openPool } from './http.ts';

/** Shorter than any pause between two checks. */
const HEALTH_MS = 2_000;

export type Instance = {
  index: number;
  endpoint: string;
  circuit: Circuit;
  isHealthy(): boolean;
  /** Asks for its health. */
  check(): Promise<void>;
  /** To a path below its endpoint. */
  post(path: '' | '/batch', request: HttpRequest): Promise<HttpAnswer>;
  /** To any address: the caller answers for its host. */
  exchange(method: 'GET' | 'POST', url: URL, request: HttpRequest): Promise<HttpAnswer>;
  /** Requests under way are finished. */
  close(): Promise<void>;
};

export function openInstance(
  index: number,
  endpoint: string,
  { breaker, health_path }: Pick<RemoteConfig, 'breaker' | 'health_path'>,
  onChange: (status: CircuitStatus) => void,
): Instance {
  const url = new URL(endpoint);
  const pool = openPool(url);
  /** By origin. Those of other hosts are opened when an agent card that may name them does. */
  const pools = new Map([[url.origin, pool]]);
  let healthy = true;

  function poolOf(address: URL) {
    const known = pools.get(address.origin) ?? openPool(address);
    pools.set(address.origin, known);
    return known;
  }

  /** Any answer but a server error: not every agent has a page for its health. */
  async function probe(): Promise<void> {
    const status = await getStatus(pool, health_path, AbortSignal.timeout(HEALTH_MS));
    if (status >= 500) throw new Error(`its health check says ${status}`);
  }

  const circuit = createCircuit({
    failures: breaker.failures,
    halfOpenMs: breaker.half_open_seconds * 1000,
    probe,
    onChange(status) {
      if (status === 'closed') healthy = true;
      onChange(status);
    },
  });

  return {
    index,
    endpoint,
    circuit,
    isHealthy: () => healthy,
    async check() {
      healthy = await probe().then(
        () => true,
        () => false,
      );
    },
    post: (path, request) => exchangeJson(pool, 'POST', `${url.pathname.replace(/\/$/, '')}${path}` || '/', request),
    exchange: (method, address, request) =>
      exchangeJson(poolOf(address), method, `${address.pathname}${address.search}`, request),
    async close() {
      circuit.close();
      await Promise.all([...pools.values()].map(closePool));
    },
  };
}
