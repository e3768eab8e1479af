/**
 * The turns of one session, oldest first, and what keeps them current. A session runs one turn at a time, so only the one that runs is
 * followed: a browser has six connections to a server for all of its tabs.
 */
import type * as api from '../../../../src/client/client.ts';
import { events, get, path, send } from '../../api.ts';
import { hasEnded } from '../../parts/has-ended.ts';
import { problemFieldsOf } from '../../use-loaded.ts';
import { createReports } from './session-reports.ts';
import { type Turn, unsentTurn, withView } from './turn.ts';
import { withEvent } from './turn-events.ts';
import { isEarlier, mergedTurns } from './turn-list.ts';

/** To whom and about whom; the API's names. */
export type Address = { team: string; patient_id?: string; user_id?: string };

export type ThreadState = {
  turns: readonly Turn[];
  isLoaded: boolean;
  problem: ReturnType<typeof problemFieldsOf> | null;
  older: string | null;
  isLoadingOlder: boolean;
  isConnected: boolean;
};

export type Thread = ReturnType<typeof createThread>;

/** How often the states of the agents are read while a turn runs: the events tell of replies and tools only. */
const LOOK_MS = 1_000;

/** `isNew`: the session does not exist yet, so there is nothing to load. `onEnded` is called when a turn has ended. */
export function createThread(session: string, isNew: boolean, onChange: () => void, onEnded: () => void) {
  const closing = new AbortController();
  const { signal } = closing;
  let followed = '';
  let exists = false;
  let state: ThreadState = {
    turns: [],
    isLoaded: isNew,
    problem: null,
    older: null,
    isLoadingOlder: false,
    isConnected: true,
  };

  function set(change: Partial<ThreadState>): void {
    if (signal.aborted) return;
    state = { ...state, ...change };
    onChange();
  }

  function change(key: string, how: (turn: Turn) => Turn): void {
    set({ turns: state.turns.map((turn) => (turn.key === key ? how(turn) : turn)) });
  }

  function merge(views: readonly api.Turn[]): void {
    set({ turns: mergedTurns(state.turns, views) });
  }

  async function load(): Promise<void> {
    try {
      const page = await get<api.TurnPage>('/v1/turns', { query: { session_id: session }, signal });
      merge(page.turns);
      set({ isLoaded: true, problem: null, ...(!state.isLoaded && { older: page.next_cursor }) });
      exists ||= page.turns.length > 0;
      listen();
      void followNext();
    } catch (error) {
      if (!signal.aborted) set({ problem: problemFieldsOf(error) });
    }
  }

  async function followNext(): Promise<void> {
    const next = state.turns.find((turn) => turn.turn_id !== '' && !hasEnded(turn));
    if (!next || followed !== '' || signal.aborted) return;
    followed = next.turn_id;
    try {
      await follow(next);
    } catch (error) {
      if (!signal.aborted) change(next.key, (turn) => ({ ...turn, status: 'failed', problem: problemFieldsOf(error) }));
    } finally {
      followed = '';
    }
    onEnded();
    await followNext();
  }

  async function follow({ key, turn_id }: Turn): Promise<void> {
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(key, turn_id), LOOK_MS);
    change(key, (turn) => ({ ...turn, draft: '', steps: [] }));
    const onConnection = (isConnected: boolean) => {
      set({ isConnected });
      // Whoever connects again is told again what is in the way.
      change(key, (turn) => ({ ...turn, isConnected, waitsFor: null }));
    };
    try {
      for await (const event of events(path`/v1/turns/${turn_id}/events`, { signal, onConnection }))
        change(key, (turn) => withEvent(turn, event));
    } finally {
      clearInterval(timer);
    }
    if (!signal.aborted) await show(key, turn_id);
  }

  async function show(key: string, turn_id: string): Promise<void> {
    const view = await get<api.Turn>(path`/v1/turns/${turn_id}`, { signal });
    change(key, (turn) => withView(turn, view));
  }

  /** What it finds is only shown while the turn runs; if it fails, the events go on. */
  async function look(key: string, turn_id: string): Promise<void> {
    await show(key, turn_id).catch(() => undefined);
  }

  async function showReport(turnId: string): Promise<void> {
    if (turnId === '' || state.turns.some(({ turn_id }) => turn_id === turnId)) return;
    const view = await get<api.Turn>(path`/v1/turns/${turnId}`, { signal }).catch(() => null);
    const first = state.turns[0];
    // The stream begins with old messages; those above the loaded part come with their page.
    if (view && (state.older === null || !first || isEarlier(first, view))) merge([view]);
  }

  const reports = createReports({
    session,
    onReport: showReport,
    onConnection: (isConnected) => set({ isConnected }),
  });

  /** A session exists from its first turn on. */
  function listen(): void {
    if (exists && !signal.aborted) void reports.listen();
  }

  if (!isNew) void load();

  return {
    session,
    get: () => state,
    load,

    async older(): Promise<void> {
      if (state.older === null || state.isLoadingOlder) return;
      set({ isLoadingOlder: true });
      try {
        const query = { session_id: session, cursor: state.older };
        const page = await get<api.TurnPage>('/v1/turns', { query, signal });
        merge(page.turns);
        set({ older: page.next_cursor, isLoadingOlder: false });
      } catch (error) {
        set({ isLoadingOlder: false, problem: problemFieldsOf(error) });
      }
    },

    /** The message is shown at once. A refusal is thrown, and the message is taken out: the composer has it again. */
    async send(text: string, key: string, address: Address): Promise<void> {
      set({ turns: [...state.turns, unsentTurn(key, text, address.team, session)] });
      const body = { text, session_id: session, ...address, user_location: whereabouts() };
      try {
        const receipt = await send<api.TurnReceipt>('POST', '/v1/turns', {
          body,
          headers: { 'idempotency-key': key },
          signal,
        });
        // The same message sent again, or one that was joined to another that waits.
        const isKnown = state.turns.some(({ turn_id }) => turn_id === receipt.turn_id);
        if (isKnown) set({ turns: state.turns.filter((turn) => turn.key !== key) });
        else change(key, ({ sending: _, ...turn }) => ({ ...turn, turn_id: receipt.turn_id, status: receipt.status }));
      } catch (error) {
        set({ turns: state.turns.filter((turn) => turn.key !== key) });
        throw error;
      }
      exists = true;
      listen();
      void followNext();
    },

    /** The tab is seen again, or no longer. */
    seen(isVisible: boolean): void {
      if (!isVisible) reports.stop();
      else if (exists) void load();
    },

    async cancel({ key, turn_id }: Turn): Promise<void> {
      await send('DELETE', path`/v1/turns/${turn_id}`).catch((error: unknown) => {
        // It had ended before.
        if (problemFieldsOf(error).status !== 409) throw error;
      });
      await look(key, turn_id);
    },

    close(): void {
      closing.abort();
      reports.stop();
    },
  };
}

/** So that "this morning" means the user's morning, and emergency numbers are those of the place. */
function whereabouts() {
  return { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: navigator.language };
}
