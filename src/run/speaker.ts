/**
 * The only way to the user's ear. Deltas are gathered for a few milliseconds and sent as one event; whatever is said begins
 * with what to do now if the message holds a red flag. A run that does not speak has a speaker that swallows.
 */
import { redFlagAdvice, redFlags } from '../clinical/red-flags.ts';
import type { RunStore } from './run-store.ts';

/** 20-50 ms of tokens an event keeps streams short and still feels live. */
const GATHER_MS = 30;

export type Speaker = {
  say(text: string): void;
  /** Takes back what was said so far: it will be said again, or otherwise. */
  reset(reason: string, retryInMs?: number): Promise<void>;
  /** The same, once, for a run that begins again and cannot know what its predecessor has said. */
  restart(): Promise<void>;
  /** Waits until all that was said has been sent. */
  flush(): Promise<void>;
};

/** What the user is told: the agent's words, after the advice that a red flag calls for. */
export function spoken(message: string, text: string): string {
  const advice = redFlagAdvice(redFlags(message));
  return advice ? `${advice}\n\n${text}` : text;
}

export function createSpeaker(
  store: RunStore,
  turn: { turn_id: string; text: string },
  agent: string,
  speaks: boolean,
): Speaker {
  let waiting = '';
  let saidAnything = false;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let failed: unknown;
  let restarted = false;

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    sending = sending
      .then(() => store.emit(turn.turn_id, { kind: 'delta', data: { agent, text } }))
      .catch((error) => {
        failed ??= error;
      });
  }

  const speaker: Speaker = {
    say(text) {
      if (!speaks || text === '') return;
      waiting += saidAnything ? text : spoken(turn.text, text);
      saidAnything = true;
      timer ??= setTimeout(send, GATHER_MS);
    },
    async reset(reason, retryInMs) {
      if (!speaks) return;
      clearTimeout(timer);
      timer = undefined;
      waiting = '';
      saidAnything = false;
      await sending;
      const data = { agent, reason, ...(retryInMs !== undefined && { retry_in_ms: retryInMs }) };
      await store.emit(turn.turn_id, { kind: 'reset', data });
    },
    async restart() {
      if (restarted) return;
      restarted = true;
      await speaker.reset('restarted');
    },
    async flush() {
      send();
      await sending;
      if (failed) throw failed;
    },
  };
  return speaker;
}
