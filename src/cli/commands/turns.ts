/** `medfleet turns` and `medfleet sessions`: what was said, newest first. */
import { defineCommand, JSON_OPTION, printJson, USER_OPTION, UsageError } from '../command.ts';
import { oneLine, shortTime, table } from '../style.ts';

const CURSOR = { type: 'string', value: 'CURSOR', about: 'The next page, as the page before has named it' } as const;

export const turns = defineCommand({
  name: 'turns',
  summary: 'List the turns of a session or a patient',
  usage: '--session ID | --patient ID',
  mostWords: 0,
  options: {
    session: { type: 'string', value: 'ID', short: 's', about: 'Of this conversation' },
    patient: { type: 'string', value: 'ID', short: 'p', about: 'About this patient' },
    cursor: CURSOR,
    json: JSON_OPTION,
  },
  examples: [
    ['medfleet turns --patient anna', 'the last 50'],
    ['medfleet turns --session morning --json | jq .turns[].reply', 'the replies of a conversation'],
  ],
  async run({ values: { session, patient, cursor, json }, io, style, client }) {
    if (session === undefined && patient === undefined) throw new UsageError('give --session ID or --patient ID');
    const page = await client.listTurns({ query: { session_id: session, patient_id: patient, cursor } });
    if (json) return printJson(io, page);
    const rows = page.turns.map((turn) => [
      turn.turn_id,
      shortTime(turn.created_at),
      turn.status,
      turn.agent ?? '',
      oneLine(turn.text, 60),
    ]);
    io.out(
      rows.length === 0
        ? 'There are none.\n'
        : table(['turn', 'when (UTC)', 'status', 'agent', 'message'], rows, style),
    );
    if (page.next_cursor) io.err(`More: --cursor ${page.next_cursor}\n`);
    return undefined;
  },
});

export const sessions = defineCommand({
  name: 'sessions',
  summary: 'List the conversations of a patient or a user',
  usage: '--patient ID | --user ID',
  mostWords: 0,
  options: {
    patient: { type: 'string', value: 'ID', short: 'p', about: 'About this patient' },
    user: USER_OPTION,
    team: { type: 'string', value: 'NAME', short: 't', about: 'Only with this team' },
    cursor: CURSOR,
    json: JSON_OPTION,
  },
  examples: [['medfleet sessions --patient anna', 'the latest first']],
  async run({ values: { patient, user, team, cursor, json }, io, style, token, client }) {
    // With a key, the server may know whose: a key can be bound to a user.
    if (patient === undefined && user === undefined && token === undefined)
      throw new UsageError('give --patient ID or --user ID');
    const page = await client.listSessions({ query: { patient_id: patient, user_id: user, team, cursor } });
    if (json) return printJson(io, page);
    const rows = page.sessions.map((one) => [
      one.session_id,
      shortTime(one.updated_at),
      one.team,
      String(one.turns),
      one.status,
      oneLine(one.title, 60),
    ]);
    const titles = ['session', 'last (UTC)', 'team', 'turns', 'status', 'first message'];
    io.out(rows.length === 0 ? 'There are none.\n' : table(titles, rows, style));
    if (page.next_cursor) io.err(`More: --cursor ${page.next_cursor}\n`);
    return undefined;
  },
});
