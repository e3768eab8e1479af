/** The state of the fleet in a few numbers. */
import { countText, plural, sizeText } from '../../parts/amounts.ts';
import { Tile } from '../../parts/tile.tsx';
import type { Fleet } from './fleet-types.ts';

export function FleetTiles({ fleet }: { fleet: Fleet }) {
  const { queues, tasks, workers, redis, record, version, model_provider } = fleet;
  const sum = (of: (queue: Fleet['queues'][number]) => number) => queues.reduce((total, queue) => total + of(queue), 0);
  return (
    <dl class="figures" id="stores" data-testid="fleet-tiles">
      <Tile
        label="Turns under way"
        value={countText(tasks.open)}
        note={tasks.unfinished > 0 ? `${countText(tasks.unfinished)} still to be filed` : 'all ended ones are filed'}
      />
      <Tile
        label="Jobs"
        value={countText(sum(({ active }) => active))}
        note={`in work, ${countText(sum(({ waiting }) => waiting))} waiting`}
      />
      <Tile label="Workers" value={countText(workers.length)} note={`on ${hostsText(workers)}`} />
      <Tile
        label="Redis"
        value={sizeText(redis.used_memory_bytes)}
        note={
          redis.max_memory_bytes
            ? `of ${sizeText(redis.max_memory_bytes)}, ${plural(redis.connected_clients, 'connection')}`
            : `no limit set, ${plural(redis.connected_clients, 'connection')}`
        }
        testid="tile-redis"
      />
      <Tile
        label="Record"
        value={record.ok ? 'answers' : 'silent'}
        note={record.kind === 'neo4j' ? 'Neo4j' : 'a file in DATA_DIR'}
        testid="tile-record"
      />
      <Tile
        label="Version"
        value={version}
        note={`Redis ${redis.version}, ${model_provider === 'offline' ? 'no model' : `models of ${model_provider}`}`}
      />
    </dl>
  );
}

function hostsText(workers: Fleet['workers']): string {
  return plural(new Set(workers.map(({ host }) => host)).size, 'machine');
}
