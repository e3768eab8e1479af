/**
 * The only way to the user's ear. Deltas are gathered for a few milliseconds and sent as one event; whatever is said begins
 * with what to do now if the message holds a red flag. A run that does not speak has a speaker that swallows.
 */
import type { Place } from '../../clinical/red-flags/places.ts';
import { redFlagAdvice } from '../../clinical/red-flags/red-flags.ts';
import { flagsOf } from './message-flags.ts';
import type { Outbox } from './outbox.ts';
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

/** The turn that is answered: what was said, and where. */
type Spoken = { text: string; user_location: Place | null };

/** What the user is told: the agent's words, after the advice that a red flag calls for. */
export function spoken(message: string, text: string, place?: Place | null): string {
  const advice = redFlagAdvice(flagsOf(message, place));
  return advice ? `${advice}\n\n${text}` : text;
}

export function createSpeaker(
  outbox: Outbox,
  { text: message, user_location: place }: Spoken,
  agent: string,
  speaks: boolean,
): Speaker {
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
      waiting += saidAnything ? text : spoken(message, text, place);
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
