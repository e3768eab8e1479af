/** `medfleet triggers`: future work of research agents. */
import type { MedfleetClient } from '../../client/client.ts';
import {
  type Call,
  defineCommand,
  JSON_OPTION,
  type Options,
  printJson,
  USER_OPTION,
  UsageError,
  userQuery,
} from '../command.ts';
import { oneLine, shortTime, table } from '../style.ts';

const ACTIONS = ['list', 'add', 'pause', 'resume', 'cancel'] as const;

const OPTIONS = {
  user: USER_OPTION,
  agent: { type: 'string', value: 'ID', about: 'Of this agent' },
  schedule: { type: 'string', value: 'WHEN', about: '"weekly", "every Monday at 8", "+1 week", a cron pattern' },
  timezone: { type: 'string', value: 'ZONE', about: 'Of "at 8"; that of this machine unless said' },
  json: JSON_OPTION,
} as const satisfies Options;

export const triggers = defineCommand({
  name: 'triggers',
  summary: 'List, add, pause and cancel the triggers of research agents',
  usage: 'list --user ID | add --agent ID --schedule WHEN INSTRUCTION | pause ID | resume ID | cancel ID',
  actions: ACTIONS,
  options: OPTIONS,
  examples: [
    ['medfleet triggers list --user dr-lee', 'the newest first'],
    ['medfleet triggers add --agent AGENT --schedule "every Monday at 8" "Search for new trials"', 'every week'],
    ['medfleet triggers cancel TRIGGER', 'it fires no more'],
  ],
  async run({ values, words: [action = 'list', ...rest], io, style, client }) {
    const found = await act(client, action, rest, values);
    if (values.json) return printJson(io, found);
    const shown = 'triggers' in found ? found.triggers : [found];
    const rows = shown.map((one) => [
      one.id,
      one.paused ? 'paused' : one.status,
      shortTime(one.fire_at),
      one.schedule,
      oneLine(one.instruction, 50),
    ]);
    const titles = ['trigger', 'status', 'fires (UTC)', 'schedule', 'instruction'];
    io.out(rows.length === 0 ? 'There are none.\n' : table(titles, rows, style));
    return undefined;
  },
});

type Given = Call<typeof OPTIONS>['values'];

async function act(client: MedfleetClient, action: string, rest: readonly string[], values: Given) {
  const { user, agent, schedule } = values;
  if (action === 'list') return client.listTriggers({ query: { ...userQuery(user), agent_id: agent } });
  if (action === 'add') {
    if (agent === undefined || schedule === undefined || rest.length === 0)
      throw new UsageError('medfleet triggers add --agent ID --schedule WHEN INSTRUCTION');
    const timezone = values.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    return client.createTrigger({ body: { agent_id: agent, schedule, instruction: rest.join(' '), timezone } });
  }
  const [id] = rest;
  if (!(ACTIONS as readonly string[]).includes(action))
    throw new UsageError(`there is no "${action}", only ${ACTIONS.join(', ')}`);
  if (id === undefined) throw new UsageError(`say which trigger: medfleet triggers ${action} ID`);
  if (action === 'cancel') return client.cancelTrigger({ params: { id } });
  return client.changeTrigger({ params: { id }, body: { paused: action === 'pause' } });
}
