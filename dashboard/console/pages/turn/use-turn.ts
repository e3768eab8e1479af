/** A turn with its trace and events, followed while it runs. */
import { useEffect, useState } from 'preact/hooks';
import type { Turn, TurnTrace } from '../../../../src/client/client.ts';
import { events, get, type ProblemFields, path, type ServerEvent } from '../../api.ts';
import { hasEnded } from '../../parts/has-ended.ts';
import { problemFieldsOf, useLoaded } from '../../use-loaded.ts';

const EVERY_MS = 1_000;

type Inspected = { turn: Turn; trace?: TurnTrace; traceProblem?: ProblemFields };

export function useTurn(id: string) {
  const [ended, setEnded] = useState('');
  const loaded = useLoaded(`turn ${id}`, (signal) => inspect(id, signal), ended === id ? {} : { everyMs: EVERY_MS });
  const status = loaded.data?.turn.status;
  useEffect(() => {
    if (status && hasEnded({ status })) setEnded(id);
  }, [id, status]);
  return loaded;
}

/** One after the other: the trace of a turn that has ended is then complete. */
async function inspect(id: string, signal: AbortSignal): Promise<Inspected> {
  const turn = await get<Turn>(path`/v1/turns/${id}`, { signal });
  try {
    return { turn, trace: await get<TurnTrace>(path`/v1/turns/${id}/trace`, { signal }) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { turn, traceProblem: problemFieldsOf(error) };
  }
}

/** Consecutive deltas (the words of a reply) are one entry that counts them. */
export type LogEntry = ServerEvent & { count: number };

export type EventLog = { entries: readonly LogEntry[]; isLost: boolean };

export function useEvents(id: string): EventLog {
  const [log, setLog] = useState<EventLog & { id: string }>({ id, entries: [], isLost: false });
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    setLog({ id, entries: [], isLost: false });
    const follow = async () => {
      const onConnection = (isUp: boolean) => setLog((before) => ({ ...before, isLost: !isUp }));
      for await (const event of events(path`/v1/turns/${id}/events`, { signal, onConnection })) {
        if (signal.aborted) return;
        setLog((before) => ({ ...before, entries: withEvent(before.entries, event) }));
      }
    };
    // The page says what is wrong with the turn itself; without events the log is empty.
    follow().catch(() => undefined);
    return () => stopping.abort();
  }, [id]);
  return log.id === id ? log : { entries: [], isLost: false };
}

export function withEvent(entries: readonly LogEntry[], event: ServerEvent): LogEntry[] {
  const last = entries.at(-1);
  if (!last || event.event !== 'delta' || last.event !== 'delta') return [...entries, { ...event, count: 1 }];
  const text = `${last.data.text ?? ''}${event.data.text ?? ''}`;
  return [...entries.slice(0, -1), { ...last, data: { ...last.data, text }, count: last.count + 1 }];
}
