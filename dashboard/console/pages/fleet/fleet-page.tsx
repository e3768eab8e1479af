/** The fleet for those who run it: what needs a hand, queues over time, workers, failed jobs, models and stores. */
import { useState } from 'preact/hooks';
import { get } from '../../api.ts';
import { useMe } from '../../me.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { When } from '../../parts/when.tsx';
import { to } from '../../router.ts';
import { useLoaded } from '../../use-loaded.ts';
import { AlarmStrip } from './alarm-strip.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { FleetTiles } from './fleet-tiles.tsx';
import type { Fleet } from './fleet-types.ts';
import { ModelsTable } from './models-table.tsx';
import { QueuesSection } from './queues-section.tsx';
import { WorkersTable } from './workers-table.tsx';
import './fleet.css';
import './fleet-tables.css';

const EVERY_MS = 5_000;

export function FleetPage() {
  const { may } = useMe();
  const isAllowed = may('admin');
  const [seen, setSeen] = useState('');
  const fleet = useLoaded(
    isAllowed ? 'fleet' : null,
    async (signal) => {
      const loaded = await get<Fleet>('/v1/fleet', { signal });
      setSeen(new Date().toISOString());
      return loaded;
    },
    { everyMs: EVERY_MS },
  );
  const { data, problem, reload } = fleet;
  return (
    <main id="main" class="page fleet-page" data-testid="fleet" aria-busy={!data && !problem}>
      <div class="section-head">
        <h1>Fleet</h1>
        <div class="row small">
          {seen && (
            <span class="quiet">
              {problem ? 'Not current. Last seen' : 'As of'} <When time={seen} />
            </span>
          )}
          <a href={to('queues')}>Queue dashboard</a>
        </div>
      </div>
      {!isAllowed && <p>This page is for operators: it needs a key with the scope admin.</p>}
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {!data && !problem && isAllowed && <div class="skeleton" />}
      {data && (
        <>
          <AlarmStrip fleet={data} />
          <FleetTiles fleet={data} />
          <QueuesSection fleet={data} />
          <FailedJobs queues={data.queues} onChange={reload} />
          <section class="card" id="workers">
            <h2>Workers</h2>
            <WorkersTable fleet={data} />
          </section>
          <section class="card" id="models">
            <h2>Models</h2>
            <ModelsTable fleet={data} />
          </section>
        </>
      )}
    </main>
  );
}
