/**
 * Requests to one instance within a few milliseconds, as one HTTP request. Each keeps its own answer and its own error; a failure of the
 * request as a whole is the failure of each. Only for actions that may be asked twice.
 */
import { type EnvelopeRequestInput, type EnvelopeResponse, MAX_BATCH } from '../envelope/envelope.ts';
import { type Answered, readAnswer, readBatch } from './answer.ts';
import { RemoteFailure } from './failure.ts';
import { type Credentials, requestHeaders } from './headers.ts';
import type { Instance } from './instance.ts';

/** Calls of one moment arrive within this time of each other; it is added to each call. */
const WINDOW_MS = 5;

export type Item = { request: EnvelopeRequestInput; traceId: string; signal: AbortSignal };

type Waiting = { item: Item; settle: (answered: Promise<Answered>) => void };

type Group = { instance: Instance; credentials: Credentials; waiting: Waiting[]; timer: NodeJS.Timeout };

export type Batches = {
  send(instance: Instance, credentials: Credentials, item: Item): Promise<EnvelopeResponse>;
};

export function createBatches(): Batches {
  /** The open group of each instance and token. */
  const groups = new Map<Instance, Map<string, Group>>();

  function flush(group: Group, key: string): void {
    clearTimeout(group.timer);
    groups.get(group.instance)?.delete(key);
    const here = group.waiting.filter(({ item }) => !item.signal.aborted);
    if (here.length === 0) return;
    const items = here.map(({ item }) => item);
    const sent = group.instance.circuit.run(() => sendTogether(group, items));
    for (const [index, { settle }] of here.entries()) settle(sent.then((answers) => answers[index] as Answered));
  }

  function groupOf(instance: Instance, credentials: Credentials, key: string): Group {
    const ofInstance = groups.get(instance) ?? new Map<string, Group>();
    groups.set(instance, ofInstance);
    const open = ofInstance.get(key);
    if (open) return open;
    const timer = setTimeout(() => flush(group, key), WINDOW_MS);
    const group: Group = { instance, credentials, waiting: [], timer };
    ofInstance.set(key, group);
    return group;
  }

  return {
    async send(instance, credentials, item) {
      const key = `${credentials.token ?? ''}\n${credentials.signingSecret ?? ''}`;
      const group = groupOf(instance, credentials, key);
      const answered = await unlessAborted<Answered>(item.signal, (settle) => {
        group.waiting.push({ item, settle });
        if (group.waiting.length === MAX_BATCH) flush(group, key);
      });
      if (answered instanceof RemoteFailure) throw answered;
      return answered;
    },
  };
}

/** One alone is sent as any other call. To the circuit, a batch has failed if all of it has. */
async function sendTogether({ instance, credentials }: Group, items: readonly Item[]): Promise<Answered[]> {
  const [first] = items as [Item];
  const requests = items.map(({ request }) => request);
  const alone = requests.length === 1;
  const body = JSON.stringify(alone ? first.request : { requests });
  const headers = requestHeaders(body, credentials, { traceId: first.traceId });
  const ended = allAborted(items);
  try {
    const answer = await instance.post(alone ? '' : '/batch', { body, headers, signal: ended.signal });
    if (alone) return [readAnswer(first.request, answer)];
    const answered = readBatch(requests, answer);
    const [failure] = answered;
    if (failure instanceof RemoteFailure && answered.every((one) => one instanceof RemoteFailure && one.blames))
      throw failure;
    return answered;
  } finally {
    ended.done();
  }
}

/** A request is given up when nobody waits for it any more. */
function allAborted(items: readonly Item[]): { signal: AbortSignal; done(): void } {
  const all = new AbortController();
  let left = items.length;
  const one = ({ target }: Event) => {
    left -= 1;
    if (left === 0) all.abort((target as AbortSignal).reason);
  };
  for (const { signal } of items) signal.addEventListener('abort', one, { once: true });
  return {
    signal: all.signal,
    done() {
      for (const { signal } of items) signal.removeEventListener('abort', one);
    },
  };
}

function unlessAborted<T>(signal: AbortSignal, begin: (settle: (result: Promise<T>) => void) => void): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    begin((result) => {
      result.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  });
}
