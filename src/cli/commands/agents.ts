/** `medfleet agents`: research agents, what they do and what they have written. */
import type { MedfleetClient } from '../../client/client.ts';
import { defineCommand, JSON_OPTION, printJson, USER_OPTION, UsageError, userQuery } from '../command.ts';
import { oneLine, printable, shortTime, table } from '../style.ts';

const STATUS = { pause: 'paused', resume: 'active', retire: 'retired' } as const;
const ACTIONS = ['list', 'show', 'say', 'files', 'file', ...Object.keys(STATUS)] as const;

export const agents = defineCommand({
  name: 'agents',
  summary: 'List, show and steer research agents',
  usage: 'list --user ID | show ID | say ID TEXT | files ID | file ID PATH | pause ID | resume ID | retire ID',
  actions: ACTIONS,
  options: { user: USER_OPTION, json: JSON_OPTION },
  examples: [
    ['medfleet agents list --user dr-lee', 'the last active first'],
    ['medfleet agents say AGENT "Look at children too."', 'it reports to its conversation'],
    ['medfleet agents file AGENT reports/2026-11-16.md', 'what it has written'],
    ['medfleet agents pause AGENT', 'until it is resumed'],
  ],
  async run({ values, words: [action = 'list', id = '', ...rest], io, style, client }) {
    if (action !== 'list' && id === '') throw new UsageError(`say which agent: medfleet agents ${action} ID`);
    const found = await act(client, { action, id, rest, user: values.user });
    if (values.json) return printJson(io, found);
    if ('agents' in found) {
      const rows = found.agents.map((one) => [one.id, one.status, shortTime(one.last_active), oneLine(one.name, 50)]);
      io.out(rows.length === 0 ? 'There are none.\n' : table(['agent', 'status', 'active (UTC)', 'name'], rows, style));
    } else if ('files' in found) {
      const rows = found.files.map((one) => [one.path, String(one.bytes), shortTime(one.modified_at)]);
      io.out(rows.length === 0 ? 'There are none.\n' : table(['file', 'bytes', 'changed (UTC)'], rows, style));
    } else if ('content' in found) io.out(`${printable(found.content)}\n`);
    else if ('turn_id' in found) io.out(found.waiting ? 'It is busy, and reads it next.\n' : 'It is at work.\n');
    else {
      const { spent, budget } = found;
      io.out(`${style.bold(printable(found.name))}  ${found.status}\n${printable(found.description)}\n`);
      io.out(`${spent.steps} of ${budget.steps} steps, ${spent.tokens} of ${budget.tokens} tokens\n`);
    }
    return undefined;
  },
});

type Wish = { action: string; id: string; rest: readonly string[]; user: string | undefined };

async function act(client: MedfleetClient, { action, id, rest, user }: Wish) {
  const params = { id };
  if (action === 'list') return client.listAgents({ query: userQuery(user) });
  if (action === 'show') return client.getAgent({ params });
  if (action === 'files') return client.listAgentFiles({ params });
  if (action === 'file') return client.getAgentFile({ params: { id, path: rest[0] ?? '' } });
  if (action === 'say') {
    if (rest.length === 0) throw new UsageError('say what: medfleet agents say ID TEXT');
    return client.messageAgent({ params, body: { text: rest.join(' ') } });
  }
  const status = STATUS[action as keyof typeof STATUS];
  if (status === undefined) throw new UsageError(`there is no "${action}", only ${ACTIONS.join(', ')}`);
  return client.changeAgent({ params, body: { status } });
}
