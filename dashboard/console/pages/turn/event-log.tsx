/** What the turn has told its listeners, in order. */
import { useState } from 'preact/hooks';
import { durationText, plural } from '../../parts/amounts.ts';
import { JsonView } from '../../parts/json-view.tsx';
import type { EventLog as Log, LogEntry } from './use-turn.ts';

type Props = { log: Log; createdAt: string; raw: unknown };

export function EventLog({ log, createdAt, raw }: Props) {
  const { entries, isLost } = log;
  return (
    <section class="card turn-more">
      <Disclosure title={`Events (${entries.length})`} testid="event-log">
        {() => (
          <>
            {isLost && <p class="quiet">The connection was lost; trying again.</p>}
            {entries.length <= 1 && <p class="quiet small">Events are kept for one day.</p>}
            <ol class="events">
              {entries.map((entry, index) => (
                <li key={`${entry.id} ${index}`}>
                  <span class="event-at">{offsetOf(entry, createdAt)}</span>
                  <strong>{entry.event}</strong>
                  <span class="event-data">{summaryOf(entry)}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Disclosure>
      <Disclosure title="Raw data" testid="raw">
        {() => <JsonView value={raw} label="The turn and its trace as JSON" />}
      </Disclosure>
    </section>
  );
}

/** The contents are made when it is opened. */
function Disclosure({
  title,
  testid,
  children,
}: {
  title: string;
  testid: string;
  children: () => preact.JSX.Element;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details data-testid={testid} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}

/** The id of an event begins with its time in ms. A last `done` that was not stored has none. */
function offsetOf({ id }: LogEntry, createdAt: string): string {
  const ms = Number.parseInt(id, 10) - Date.parse(createdAt);
  return Number.isFinite(ms) ? durationText(Math.max(0, ms)) : '';
}

function summaryOf({ event, data, count }: LogEntry): string {
  if (event === 'delta') return `${plural(count, 'piece')} of the reply: ${String(data.text ?? '')}`;
  return Object.entries(data)
    .filter(([key]) => key !== 'turn_id')
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}
