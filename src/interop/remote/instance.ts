/** One instance of a remote agent: its connections, its circuit, and how its last health check went. */
import type { RemoteConfig } from '../../engine/agents/remote.ts';
import { type Circuit, type CircuitStatus, createCircuit } from './circuit.ts';
import { getStatus, type HttpAnswer, openPool, postJson } from './http.ts';

/** Shorter than any pause between two checks. */
const HEALTH_MS = 2_000;

/** Requests that are still under way after this time are cut off. */
const CLOSE_MS = 3_000;

export type Instance = {
  index: number;
  endpoint: string;
  circuit: Circuit;
  isHealthy(): boolean;
  /** Asks for its health. */
  check(): Promise<void>;
  post(
    path: '' | '/batch',
    request: { body: string; headers: Record<string, string>; signal: AbortSignal },
  ): Promise<HttpAnswer>;
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
  let healthy = true;

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
    post: (path, request) => postJson(pool, `${url.pathname.replace(/\/$/, '')}${path}` || '/', request),
    async close() {
      circuit.close();
      const cut = setTimeout(() => void pool.destroy(), CLOSE_MS);
      await pool.close();
      clearTimeout(cut);
    },
  };
}
