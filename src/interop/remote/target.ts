/** A remote agent as it is called: its instances in rotation, and the checks that keep unhealthy ones out of it. */
import type { RemoteConfig } from '../../engine/agents/remote.ts';
import type { CircuitStatus } from './circuit.ts';
import { type Instance, openInstance } from './instance.ts';
import { createRotation, type Rotation } from './rotation.ts';

/** Checks stop when nobody has called for so many of their intervals; the next call begins them again. */
const IDLE_CHECKS = 30;

export type Target = {
  instances: readonly Instance[];
  rotation: Rotation<Instance>;
  /** To be called around each call: a target in use is not closed, and its instances are checked. */
  enter(): void;
  leave(): void;
  isBusy(): boolean;
  close(): Promise<void>;
};

export type OnCircuit = (instance: number, status: CircuitStatus) => void;

export function openTarget(endpoints: readonly string[], remote: RemoteConfig, onCircuit: OnCircuit): Target {
  const instances = endpoints.map((endpoint, index) =>
    openInstance(index, endpoint, remote, (status) => onCircuit(index, status)),
  );
  let busy = 0;
  let idle = 0;
  let timer: NodeJS.Timeout | undefined;
  let checking = Promise.resolve();

  /** An open circuit has its own probes. */
  async function checkAll(): Promise<void> {
    const closed = instances.filter(({ circuit }) => circuit.status() === 'closed');
    await Promise.all(closed.map((instance) => instance.check()));
  }

  function checkLater(): void {
    timer = setTimeout(() => {
      idle = busy > 0 ? 0 : idle + 1;
      checking = checkAll().then(() => {
        if (timer === undefined) return;
        if (idle < IDLE_CHECKS) checkLater();
        else timer = undefined;
      });
    }, remote.health_seconds * 1000);
    timer.unref();
  }

  return {
    instances,
    rotation: createRotation(instances),
    enter() {
      busy += 1;
      idle = 0;
      if (timer === undefined && remote.health_seconds > 0 && instances.length > 1) checkLater();
    },
    leave() {
      busy -= 1;
    },
    isBusy: () => busy > 0,
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await checking;
      await Promise.all(instances.map((instance) => instance.close()));
    },
  };
}
