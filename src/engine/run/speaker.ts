/**
 * All user-visible output of a run passes here. Deltas are gathered for a few milliseconds and sent as one event; whatever is said
 * begins with the team's preface. The speaker of a run that does not speak drops everything.
 */
import type { RunContext } from './context.ts';
import { prefaced } from './preface.ts';
import { eventWrite } from './writes.ts';

/** 20-50 ms of tokens an event keeps streams short and still feels live. */
const GATHER_MS = 30;

export type Speaker = {
  say(text: string): void;
  /** Takes back what was said so far: it will be said again, or otherwise. */
  reset(reason: string, retryInMs?: number): void;
  /** The same, once, for a run that begins again and cannot know what its predecessor has said. */
  restart(): void;
  /** No more words come for now: what was said goes out with the run's next write. */
  pause(): void;
};

export function createSpeaker(context: RunContext, agent: string, speaks: boolean): Speaker {
  const { outbox } = context.journal;
  let waiting = '';
  let saidAnything = false;
  let timer: NodeJS.Timeout | undefined;
  let restarted = false;

  function pause(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== '') outbox.put(eventWrite({ kind: 'delta', data: { agent, text: waiting } }));
    waiting = '';
  }

  function send(): void {
    pause();
    // If it fails, so does the run's next write, for which someone waits.
    outbox.flush().catch(() => undefined);
  }

  const speaker: Speaker = {
    say(text) {
      if (!speaks || text === '') return;
      waiting += saidAnything ? text : prefaced(context, text);
      saidAnything = true;
      timer ??= setTimeout(send, GATHER_MS);
    },
    reset(reason, retryInMs) {
      if (!speaks) return;
      clearTimeout(timer);
      timer = undefined;
      waiting = '';
      saidAnything = false;
      const data = { agent, reason, ...(retryInMs !== undefined && { retry_in_ms: retryInMs }) };
      outbox.put(eventWrite({ kind: 'reset', data }));
      send();
    },
    restart() {
      if (restarted) return;
      restarted = true;
      speaker.reset('restarted');
    },
    pause,
  };
  return speaker;
}
