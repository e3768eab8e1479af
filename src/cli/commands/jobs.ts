/** `medfleet jobs`: the jobs of a turn or those that have failed, one of them in full, and trying it again. For operators. */
import type { JobDetails, MedfleetClient } from '../../client/client.ts';
import { defineCommand, JSON_OPTION, printJson, UsageError } from '../command.ts';
import { oneLine, printable, type Style, shortTime, table } from '../style.ts';

const ACTIONS = ['show', 'retry'];
/** An id of a job begins with that of its turn, which the list has in its first line. */
const ID_CHARS = 100;

type Queue = Parameters<MedfleetClient['getJob']>[0]['params']['queue'];

export const jobs = defineCommand({
  name: 'jobs',
  summary: 'Find the jobs of a turn, see why one failed, try it again',
  usage: '--turn ID | show QUEUE ID | retry QUEUE ID',
  actions: ACTIONS,
  mostWords: 3,
  options: { turn: { type: 'string', value: 'ID', about: 'The jobs of this turn, in all queues' }, json: JSON_OPTION },
  examples: [
    ['medfleet jobs', 'those that were given up, the latest first'],
    ['medfleet jobs --turn 01a1dd4c-6f19-72c6-a66d-d76c4294925c', 'how each job of a turn stands'],
    ['medfleet jobs show triage ID', 'why it failed, how often it was tried, which worker had it, its log'],
    ['medfleet jobs retry triage ID', 'try it again'],
  ],
  async run({ values: { turn, json }, words: [action, queue, id], io, style, client }) {
    if (action !== undefined) {
      if (!ACTIONS.includes(action)) throw new UsageError(`there is no "${action}", only show and retry`);
      if (queue === undefined || id === undefined) throw new UsageError(`say which: medfleet jobs ${action} QUEUE ID`);
      const params = { queue: queue as Queue, id };
      const found = action === 'show' ? await client.getJob({ params }) : await client.retryFailedJob({ params });
      if (json) return printJson(io, found);
      io.out('log' in found ? details(found, style) : `${found.note ?? 'It waits in its queue.'}\n`);
      return undefined;
    }
    const found =
      turn === undefined ? await client.listFailedJobs() : await client.listTurnJobs({ query: { turn_id: turn } });
    if (json) return printJson(io, found);
    if ('turn_id' in found) io.out(`The turn is ${found.status ?? 'not kept any more'}.\n`);
    const rows = found.jobs.map((job) => [
      job.queue,
      oneLine(job.id, ID_CHARS),
      job.agent ?? job.name,
      'state' in job ? job.state : 'failed',
      String(job.attempts),
      job.reason ?? '',
    ]);
    io.out(
      rows.length === 0
        ? 'There are none.\n'
        : table(['queue', 'job', 'agent', 'state', 'tries', 'reason'], rows, style),
    );
    return undefined;
  },
});

function details(job: JobDetails, style: Style): string {
  const facts: [string, string | null | undefined][] = [
    ['turn', job.task_id],
    ['tries', `${job.attempts} of ${job.attempts_allowed}`],
    ['reason', job.reason],
    ['worker', job.worker],
    ['added', shortTime(job.added_at)],
    ['started', shortTime(job.started_at)],
    ['ended', shortTime(job.ended_at)],
  ];
  const lines = facts.flatMap(([name, value]) => (value ? [`${name.padEnd(8)} ${printable(value)}`] : []));
  const log = job.log.length > 0 ? ['', style.bold('Log'), ...job.log.map((line) => `  ${printable(line)}`)] : [];
  const title = `${style.bold(job.state)}  ${job.queue}  ${printable(job.agent ?? job.name)}`;
  return `${[title, ...lines, ...log].join('\n')}\n`;
}
