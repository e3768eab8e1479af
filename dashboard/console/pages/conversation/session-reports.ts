/** Messages of the fleet's own in a session, such as research reports: each is a turn that nobody has sent. Not for a tab that nobody sees. */
import { events, path } from '../../api.ts';

type Parts = {
  session: string;
  onReport: (turnId: string) => Promise<void>;
  onConnection: (isConnected: boolean) => void;
};

export function createReports({ session, onReport, onConnection }: Parts) {
  let listening: AbortController | null = null;
  let last = '';

  return {
    /** Does nothing if it listens already. */
    async listen(): Promise<void> {
      if (listening || document.visibilityState === 'hidden') return;
      listening = new AbortController();
      const options = { signal: listening.signal, after: last, onConnection };
      try {
        for await (const { id, data } of events(path`/v1/sessions/${session}/events`, options)) {
          last = id;
          await onReport(String(data.turn_id ?? ''));
        }
      } catch {
        // A session that is gone has no more messages.
      }
    },
    stop(): void {
      listening?.abort();
      listening = null;
    },
  };
}
