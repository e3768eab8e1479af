/** `medfleet approvals`: what waits for a person, and the decision. */
import type { Approval, MedfleetClient } from '../../client/client.ts';
import { defineCommand, JSON_OPTION, printJson, USER_OPTION, UsageError, userQuery } from '../command.ts';
import { printable, type Style, shortTime } from '../style.ts';

const DECISIONS: Readonly<Record<string, 'approve' | 'reject'>> = { approve: 'approve', reject: 'reject' };

export const approvals = defineCommand({
  name: 'approvals',
  summary: 'See what research agents want to send, and approve or reject it',
  usage: 'list --user ID | approve ID | reject ID',
  actions: ['list', ...Object.keys(DECISIONS)],
  mostWords: 2,
  options: {
    user: USER_OPTION,
    all: { type: 'boolean', about: 'Also what was decided' },
    note: { type: 'string', value: 'TEXT', about: 'Why, for the agent' },
    json: JSON_OPTION,
  },
  examples: [
    ['medfleet approvals list --user dr-lee', 'what waits, in full'],
    ['medfleet approvals approve ID', 'it is sent'],
    ['medfleet approvals reject ID --note "Not to this address"', 'it is not'],
  ],
  async run({ values: { user, all, note, json }, words: [action = 'list', id], io, style, client }) {
    const found = await act(client, { action, id, user, all, note });
    if (json) return printJson(io, found);
    const shown = 'approvals' in found ? found.approvals : [found];
    io.out(shown.length === 0 ? 'Nothing waits for approval.\n' : shown.map((one) => text(one, style)).join('\n'));
    return undefined;
  },
});

type Wish = { action: string; id?: string | undefined; user?: string; all?: boolean; note?: string };

async function act(client: MedfleetClient, { action, id, user, all, note }: Wish) {
  if (action === 'list')
    return client.listApprovals({ query: { ...userQuery(user), ...(!all && { status: 'pending' as const }) } });
  const decision = DECISIONS[action];
  if (decision === undefined) throw new UsageError(`there is no "${action}", only list, approve and reject`);
  if (id === undefined) throw new UsageError(`say which: medfleet approvals ${action} ID`);
  return client.decideApproval({ params: { id }, body: { decision, note } });
}

/** Whole, because it is to be judged. */
function text({ id, status, agent_name, mail, created_at }: Approval, style: Style): string {
  return [
    `${style.bold(id)}  ${status}  ${shortTime(created_at)}  ${printable(agent_name)}`,
    `To: ${printable(mail.to)}`,
    `Subject: ${printable(mail.subject)}`,
    '',
    printable(mail.body),
    '',
  ].join('\n');
}
