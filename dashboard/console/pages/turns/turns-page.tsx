/** The turns of the chosen patient, or of one conversation, with how each went. */
import { useState } from 'preact/hooks';
import type { PageProps } from '../../page-props.ts';
import { plural } from '../../parts/amounts.ts';
import { words } from '../../parts/badge.tsx';
import { LongList } from '../../parts/long-list.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { TryDemo } from '../../parts/try-demo.tsx';
import { usePatient } from '../../person.ts';
import { to } from '../../router.ts';
import { TurnRow } from './turn-row.tsx';
import { useTurns } from './use-turns.ts';
import './turns.css';

const STATUSES = ['queued', 'running', 'waiting_approval', 'completed', 'degraded', 'failed', 'cancelled'];

export function TurnsPage({ query }: PageProps) {
  const patient = usePatient();
  const session = query.get('session');
  const [status, setStatus] = useState('');
  const of = session ? { session_id: session } : patient ? { patient_id: patient } : null;
  const { turns, isLoaded, problem, isBusy, reload, loadMore } = useTurns(of);
  const shown = status ? turns.filter((turn) => turn.status === status) : turns;
  return (
    <main id="main" class="page turns-page">
      <div class="turns-head">
        <div>
          <h1>Turns</h1>
          <p class="quiet small">
            {session ? (
              <>
                Of one <a href={to('sessions', session)}>conversation</a>. <a href={to('turns')}>All of the patient</a>
              </>
            ) : (
              patient && `Everything that ${patient} has said, newest first`
            )}
          </p>
        </div>
        {of && (
          <div class="row">
            <label for="turn-status">Status</label>
            <select
              id="turn-status"
              data-testid="turn-status"
              value={status}
              onChange={(event) => setStatus(event.currentTarget.value)}
            >
              <option value="">all</option>
              {STATUSES.map((name) => (
                <option key={name} value={name}>
                  {words(name)}
                </option>
              ))}
            </select>
            <button type="button" onClick={reload}>
              Refresh
            </button>
          </div>
        )}
      </div>
      {!of && (
        <>
          <p data-testid="no-patient">Choose a patient above to see what they said and how it was answered.</p>
          <TryDemo />
        </>
      )}
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {of && !isLoaded && !problem && <div class="skeleton" />}
      {isLoaded && turns.length === 0 && (
        <>
          <p>
            Nothing was said yet. <a href={to()}>Start a conversation</a>
          </p>
          {!session && <TryDemo />}
        </>
      )}
      {shown.length > 0 && (
        <LongList
          class="turn-list"
          label="Turns"
          items={shown}
          keyOf={({ turn_id }) => turn_id}
          onEnd={status ? undefined : loadMore}
        >
          {(turn) => <TurnRow turn={turn} />}
        </LongList>
      )}
      {status && isLoaded && (
        <p class="row small" aria-live="polite">
          <span class="quiet">
            {shown.length} of {plural(turns.length, 'turn')} {loadMore || isBusy ? 'looked at so far' : ''}
          </span>
          {loadMore && (
            <button type="button" onClick={loadMore}>
              Look at older ones
            </button>
          )}
        </p>
      )}
    </main>
  );
}
