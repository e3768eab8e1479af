/** A state as a coloured word. The colour repeats what the word says. */
const TONES: Record<string, string> = {
  completed: 'good',
  success: 'good',
  active: 'good',
  ok: 'good',
  closed: 'good',
  running: 'busy',
  queued: 'busy',
  pending: 'busy',
  waiting_approval: 'busy',
  degraded: 'busy',
  half_open: 'busy',
  paused: 'busy',
  failed: 'bad',
  error: 'bad',
  open: 'bad',
};

export function Badge({ state, label }: { state: string; label?: string }) {
  return (
    <span class={`badge ${TONES[state] ?? 'plain'}`} data-status={state}>
      {label ?? words(state)}
    </span>
  );
}

/** `waiting_approval` as "waiting approval". */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}
