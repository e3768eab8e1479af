/** The worker processes that are alive. */
import { countText, secondsText } from '../../parts/amounts.ts';
import type { Fleet, Worker } from './fleet-types.ts';

export function WorkersTable({ fleet }: { fleet: Fleet }) {
  const { workers, queues, version, at } = fleet;
  if (workers.length === 0) {
    return (
      <p>
        No worker is running, so no message is answered. Start one: <code>npm run worker</code>
      </p>
    );
  }
  return (
    <div class="table-frame">
      <table class="cards-when-narrow" data-testid="workers">
        <thead>
          <tr>
            <th scope="col">Host</th>
            <th scope="col" class="number">
              Process
            </th>
            <th scope="col">Roles</th>
            <th scope="col">Version</th>
            <th scope="col" class="number">
              Jobs at once
            </th>
            <th scope="col" class="number">
              Up for
            </th>
            <th scope="col" class="number">
              Seen
            </th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <tr key={worker.id} data-testid="worker">
              <th scope="row">{worker.host}</th>
              <td class="number" data-label="Process">
                {worker.pid}
              </td>
              <td class="wide" data-label="Roles">
                {rolesText(worker, queues.length)}
                {worker.state !== 'serving' && <span class="badge busy">{worker.state}</span>}
              </td>
              <td class="wide" data-label="Version">
                {worker.version}{' '}
                {worker.version !== version && <span class="badge busy">this server has {version}</span>}
              </td>
              <td class="number" data-label="Jobs at once">
                {countText(worker.concurrency)}
              </td>
              <td class="number" data-label="Up for">
                {since(worker.started_at, at)}
              </td>
              <td class="number" data-label="Seen">
                {since(worker.seen_at, at)} ago
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rolesText({ roles }: Worker, all: number): string {
  return roles.length >= all ? 'all' : roles.join(', ');
}

/** By the server's clock: that of this machine may differ. */
function since(time: string, now: string): string {
  return secondsText(Math.max(0, Date.parse(now) - Date.parse(time)) / 1000);
}
