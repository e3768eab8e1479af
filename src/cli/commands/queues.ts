/** `medfleet queues`: how full each is, and pausing one. For operators. */
import type { MedfleetClient } from '../../client/client.ts';
import { defineCommand, JSON_OPTION, printJson, UsageError } from '../command.ts';
import { shortTime, table } from '../style.ts';

const ACTIONS = ['list', 'pause', 'resume'];

type Queue = Parameters<MedfleetClient['pauseQueue']>[0]['params']['queue'];

export const queues = defineCommand({
  name: 'queues',
  summary: 'See the queues, pause one and let it go on',
  usage: 'list | pause QUEUE | resume QUEUE',
  actions: ACTIONS,
  mostWords: 2,
  options: { json: JSON_OPTION },
  examples: [
    ['medfleet queues', 'what waits, what is in work, what is paused'],
    ['medfleet queues pause consultant', 'jobs under way end, the others wait; nothing fails'],
    ['medfleet queues resume consultant', 'they go on'],
  ],
  async run({ values: { json }, words: [action = 'list', name], io, style, client }) {
    if (!ACTIONS.includes(action)) throw new UsageError(`there is no "${action}", only ${ACTIONS.join(', ')}`);
    if (action === 'list') {
      const fleet = await client.getFleet();
      if (json) return printJson(io, fleet.queues);
      const rows = fleet.queues.map((one) => {
        const { since, by } = one.paused_by_hand ?? {};
        const rests = since ? `paused since ${shortTime(since)}${by ? ` by ${by}` : ''}` : one.paused ? 'rests' : '';
        return [one.name, String(one.waiting), String(one.active), String(one.failed), String(one.workers), rests];
      });
      io.out(table(['queue', 'waiting', 'in work', 'failed', 'workers', ''], rows, style));
      return undefined;
    }
    if (name === undefined) throw new UsageError(`say which: medfleet queues ${action} QUEUE`);
    const params = { queue: name as Queue };
    const found = action === 'pause' ? await client.pauseQueue({ params }) : await client.resumeQueue({ params });
    if (json) return printJson(io, found);
    io.out(found.paused ? `${name} is paused. Let it go on: medfleet queues resume ${name}\n` : `${name} goes on.\n`);
    return undefined;
  },
});
