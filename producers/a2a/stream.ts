/**
 * A task's updates as they happen, for one subscriber: first the task as it is at the cursor, then every update after it. All of it comes
 * from the task's event stream in Redis, so that it goes on in any process where it was cut off in another.
 */
import { type StreamResponse, TaskState } from '@a2a-js/sdk';
import { placeOf, requestOf, submittedTask, type TaskHash } from '../../src/interop/a2a/task-view.ts';
import { createProjection, endOf, isLater, update, withUpdate } from '../../src/interop/a2a/updates.ts';
import type { EventHub, TurnEvent } from '../turns/event-hub.ts';

export type Update = {
  response: StreamResponse /** Set on the last update of an event: a client may resume after it. */;
  id?: string;
};

type Following = {
  hub: EventHub;
  hash: TaskHash;
  /** The task is shown as it was after this event; `now`: as it is. */
  cursor: string;
  /** The task's hash, once more. */
  read(): Promise<TaskHash>;
  /** Ends the stream; the task goes on. */
  signal: AbortSignal;
};

export const NOW = 'now';
export const BEGINNING = '0-0';

export async function* followTask({
  hub,
  hash,
  cursor,
  read,
  signal,
}: Following): AsyncGenerator<Update, void, undefined> {
  const place = placeOf(requestOf(hash));
  const projection = createProjection(place);
  const events: TurnEvent[] = [];
  let wake = () => {};
  const unfollow = await hub.follow(place.taskId, '', (event) => {
    events.push(event);
    wake();
  });
  const stop = () => wake();
  signal.addEventListener('abort', stop);
  try {
    let task = submittedTask(hash);
    let last = BEGINNING;
    const isPast = ({ id, kind }: TurnEvent) => kind !== 'done' && (cursor === NOW || !isLater(id, cursor));
    for (const event of events.splice(0, pastOf(events, isPast))) {
      for (const one of projection.updatesOf(event)) task = withUpdate(task, one);
      last = event.id;
    }
    yield { response: update('task', task), id: last };
    while (!signal.aborted) {
      const event = events.shift();
      if (!event) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (events.length > 0 || signal.aborted) resolve();
        });
        continue;
      }
      const isEnd = event.kind === 'done';
      const updates = isEnd ? endOf(await read(), place) : projection.updatesOf(event);
      for (const [at, response] of updates.entries())
        yield at === updates.length - 1 ? { response, id: event.id } : { response };
      if (isEnd || updates.some(asksForInput)) return;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    unfollow();
  }
}

/** How many of the first events lie before the cursor. */
function pastOf(events: readonly TurnEvent[], isPast: (event: TurnEvent) => boolean): number {
  const first = events.findIndex((event) => !isPast(event));
  return first === -1 ? events.length : first;
}

function asksForInput({ payload }: StreamResponse): boolean {
  return payload?.$case === 'statusUpdate' && payload.value.status?.state === TaskState.TASK_STATE_INPUT_REQUIRED;
}
