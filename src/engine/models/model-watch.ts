/**
 * Keeps what is known of the models that the agents use: each is probed after the start, and again when it appears after it was away.
 * The start does not wait for it. Calls do for some seconds, then the files are trusted until it has ended.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import type { Route, Router } from './gateway.ts';
import type { ModelGateway } from './model.ts';
import type { ModelCall } from './model-calls.ts';
import type { KnownModels, ModelFacts } from './model-facts.ts';
import { type ModelUser, sentenceOf } from './model-report.ts';
import { lookAt, tryOut } from './probe.ts';
import type { Server } from './provider.ts';

/** How soon a model that is not there is looked for again. */
const AGAIN_MS = 30_000;
/** So long calls wait for what the first probe finds: with a model that can do nothing they would take longer. */
const FIRST_MS = 20_000;
const GONE: ReadonlySet<string> = new Set(['model_unavailable', 'model_loading', 'model_missing']);

type Parts = { gateway: ModelGateway; router: Router; known: KnownModels; users: () => readonly ModelUser[] };
type Target = { called: string; route: Route; users: ModelUser[] };
export type Probed = { sentence: string; facts: ModelFacts; settings: Server['settings'] };

export type ModelWatch = {
  /** `told` is given the sentences each time that one has changed. */
  start(log: Log, told: (sentences: string[]) => void): void;
  /** While the first probe is going on. */
  first(): Promise<void> | undefined;
  /** Of a call that has ended: a model that has gone is looked for. */
  note(call: ModelCall): void;
  /** Probes all models once. */
  probe(signal: AbortSignal): Promise<Probed[]>;
  close(): void;
};

export function createModelWatch({ gateway, router, known, users }: Parts): ModelWatch {
  const closing = new AbortController();
  const said = new Map<string, string>();
  const doubted = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let first: Promise<void> | undefined;
  let tell: ((id: string, sentence: string) => void) | undefined;

  function targets(): Map<string, Target> {
    const found = new Map<string, Target>();
    for (const user of users()) {
      const route = router(user.model);
      if (!route.endpoint) continue;
      const id = idOf(route.server, route.name);
      const target = found.get(id) ?? { called: user.model, route, users: [] };
      target.users.push(user);
      found.set(id, target);
    }
    return found;
  }

  async function check([id, target]: [string, Target], signal: AbortSignal): Promise<Probed> {
    const { endpoint, name, server } = target.route;
    if (!endpoint || server === null) throw new Error(`the model ${name} has no server`);
    const before = known.get(server, name);
    const seen = await lookAt(endpoint, name, signal);
    const isNew = seen.state === 'ok' && before?.state !== 'ok';
    const now = isNew || seen.state !== 'ok' ? seen : { ...before, ...seen };
    // Its slots and its context hold for the calls of the probe, too.
    known.set(server, name, now);
    const facts = isNew && endpoint.protocol === 'openai' ? await tryOut(gateway, target.called, now, signal) : now;
    known.set(server, name, facts);
    doubted.delete(id);
    const sentence = sentenceOf(name, server, facts, target.users);
    tell?.(id, sentence);
    return { sentence, facts, settings: endpoint.server.settings };
  }

  async function round(isDue: (id: string, target: Target) => boolean): Promise<void> {
    const due = [...targets()].filter(([id, target]) => isDue(id, target));
    await Promise.all(due.map((target) => check(target, closing.signal)));
    if (closing.signal.aborted) return;
    const isLeft = [...targets()].some(([id, target]) => isAbsent(id, target));
    if (isLeft) again();
  }

  function isAbsent(id: string, { route }: Target): boolean {
    return doubted.has(id) || known.get(route.server ?? '', route.name)?.state !== 'ok';
  }

  function again(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(isAbsent), AGAIN_MS).unref();
  }

  // It ends early only when the process closes.
  const run = (isDue: (id: string, target: Target) => boolean) => round(isDue).catch(() => undefined);

  return {
    start(log, told) {
      tell = (id, sentence) => {
        if (said.get(id) === sentence) return;
        said.set(id, sentence);
        log.info({ model: sentence }, 'model.probed');
        told([...said.values()]);
      };
      if (targets().size === 0) told([]);
      first = Promise.race([run(() => true), sleep(FIRST_MS, undefined, { ref: false })]);
      void first.then(() => {
        first = undefined;
      });
    },
    first: () => first,
    note({ server, model, code }) {
      if (!tell || !code || !GONE.has(code) || doubted.has(idOf(server, model))) return;
      doubted.add(idOf(server, model));
      again();
    },
    probe(signal) {
      return Promise.all([...targets()].map((target) => check(target, signal)));
    },
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

function idOf(server: string | null, model: string): string {
  return `${server} ${model}`;
}
