/**
 * The remote agents that this process has called. A change of an agent's config or address makes a new target; the one before it is
 * closed when its calls are done, so that a reload disturbs none.
 */
import type { RemoteConfig } from '../../engine/agents/remote.ts';
import type { Agent } from '../../engine/agents/team.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { CircuitStatus } from './circuit.ts';
import { openTarget, type Target } from './target.ts';

const LEVELS: Readonly<Record<CircuitStatus, number>> = { closed: 0, half_open: 1, open: 2 };

export type Targets = {
  of(agent: Agent, remote: RemoteConfig, endpoints: readonly string[]): Target;
  close(): Promise<void>;
};

export function createTargets({ metrics, log }: { metrics: Metrics; log: Log }): Targets {
  /** By agent, then by all that a target is made of. */
  const open = new Map<string, Map<string, Target>>();
  const closing = new Set<Promise<void>>();

  function create(agent: Agent, remote: RemoteConfig, endpoints: readonly string[]): Target {
    for (const instance of endpoints.keys()) metrics.remoteCircuit.set({ agent: agent.name, instance }, LEVELS.closed);
    return openTarget(endpoints, remote, (instance, status) => {
      metrics.remoteCircuit.set({ agent: agent.name, instance }, LEVELS[status]);
      log[status === 'open' ? 'warn' : 'info']({ agent: agent.name, instance, status }, 'remote.circuit');
    });
  }

  function retire(target: Target): void {
    const closed = target.close().finally(() => closing.delete(closed));
    closing.add(closed);
  }

  return {
    of(agent, remote, endpoints) {
      const versions = open.get(`${agent.team}/${agent.name}`) ?? new Map<string, Target>();
      open.set(`${agent.team}/${agent.name}`, versions);
      const version = JSON.stringify([endpoints, remote]);
      const known = versions.get(version);
      if (known) return known;
      for (const [old, target] of versions) {
        if (target.isBusy()) continue;
        versions.delete(old);
        retire(target);
      }
      const target = create(agent, remote, endpoints);
      versions.set(version, target);
      return target;
    },
    async close() {
      for (const versions of open.values()) for (const target of versions.values()) retire(target);
      open.clear();
      await Promise.all(closing);
    },
  };
}
