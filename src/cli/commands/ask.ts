/** `medfleet ask`: sends a message, shows what happens, and prints the reply and the facts. */
import type { NewTurn, ServerEvent, Turn } from '../../client/client.ts';
import { MedfleetError } from '../../client/client.ts';
import { defineCommand, EXIT, type Io, JSON_OPTION, printJson, UsageError } from '../command.ts';
import { factLine } from '../facts.ts';
import { printable, type Style } from '../style.ts';

type Progress = { show(event: ServerEvent): void; said(): string };

const SILENT: Progress = { show: () => undefined, said: () => '' };

export const ask = defineCommand({
  name: 'ask',
  summary: 'Send a message and follow it to its end',
  usage: '[TEXT]',
  options: {
    patient: { type: 'string', value: 'ID', short: 'p', about: 'Whom it is about; the health team needs it' },
    session: { type: 'string', value: 'ID', short: 's', about: 'Go on with this conversation' },
    team: { type: 'string', value: 'NAME', short: 't', about: 'Who answers; health unless said' },
    user: { type: 'string', value: 'ID', about: 'Who asks; the patient unless said' },
    timezone: { type: 'string', value: 'ZONE', about: 'Of "this morning"; that of this machine unless said' },
    json: { ...JSON_OPTION, about: 'Print the turn as JSON when it has ended' },
  },
  examples: [
    ['medfleet ask --patient anna "My blood pressure was 150/95 this morning."', 'a message of a patient'],
    ['medfleet ask -p anna -s morning "Is that too high?"', 'the next message of the same conversation'],
    ['medfleet ask --team assistant --user anna "add milk to my list"', 'another team'],
    ['cat letter.txt | medfleet ask -p anna --json | jq .facts', 'a text from a file, for a program'],
  ],
  async run({ values, words, io, style, client }) {
    const text = words.length > 0 ? words.join(' ') : await io.readInput();
    if (!text?.trim())
      throw new UsageError('say what to ask: medfleet ask -p anna "…", or give it on the standard input');
    const asking = client.ask(turnOf(text, values));
    const progress = values.json ? SILENT : createProgress(io, style);
    try {
      let step = await asking.next();
      for (; !step.done; step = await asking.next()) {
        const { turn_id } = step.value.data;
        if (typeof turn_id === 'string')
          io.onInterrupt(`The turn goes on without you: medfleet turn ${turn_id} shows it.`);
        progress.show(step.value);
      }
      const turn = step.value;
      if (values.json) printJson(io, turn);
      else printTurn(turn, progress.said(), io, style);
      return turn.status === 'failed' || turn.status === 'cancelled' ? EXIT.failed : EXIT.fine;
    } catch (error) {
      if (error instanceof MedfleetError && error.errors.some(({ path }) => path === 'patient_id'))
        throw new UsageError('say whom it is about: --patient ID (letters, digits and . _ @ -)');
      throw error;
    }
  },
});

function turnOf(text: string, { patient, session, team, user, timezone }: Record<string, unknown>): NewTurn {
  const zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    text,
    ...(patient !== undefined && { patient_id: String(patient) }),
    ...(session !== undefined && { session_id: String(session) }),
    ...(team !== undefined && { team: String(team) }),
    ...(user !== undefined && { user_id: String(user) }),
    user_location: { timezone: String(zone) },
  };
}

/** On a terminal, the words as they are said; else only the finished reply is printed. What is not the reply goes to stderr. */
function createProgress(io: Io, style: Style): Progress {
  let said = '';
  let noted = '';
  const note = (text: string) => {
    // A tool is told of when it is called and when it has answered.
    if (!io.isTerminal || text === noted) return;
    noted = text;
    io.err(`${style.dim(text)}\n`);
  };
  let alarm = '';
  const shown: Record<string, (data: ServerEvent['data']) => void> = {
    alarm({ text }) {
      if (!io.isTerminal) return;
      alarm = word(text);
      io.out(`${style.red(alarm)}\n`);
    },
    routed: ({ agent, why }) => note(`${word(agent)} answers${why ? ` (${word(why)})` : ''}`),
    transfer: ({ to }) => note(`handed over to ${word(to)}`),
    tool: ({ tool, name }) => note(`uses ${word(tool ?? name)}`),
    error: ({ detail, code }) => io.err(`${style.red(word(detail ?? code))}\n`),
    delta({ text }) {
      if (!io.isTerminal) return;
      // The reply begins with what has been told already.
      const repeats = said === '' && alarm !== '' && word(text).startsWith(alarm);
      said += word(text);
      io.out(repeats ? word(text).slice(alarm.length) : word(text));
    },
    reset() {
      if (said !== '') io.out('\n');
      said = '';
    },
  };
  return {
    show: ({ event, data }) => shown[event]?.(data),
    said: () => said,
  };
}

function word(value: unknown): string {
  return printable(typeof value === 'string' ? value : '');
}

/** What was said while it was said is not printed again. */
function printTurn(turn: Turn, said: string, io: Io, style: Style): void {
  const reply = printable(turn.reply ?? '');
  if (said !== '') io.out('\n');
  if (said.trim() !== reply.trim()) io.out(`${turn.red_flags.length > 0 ? style.red(reply) : reply}\n`);
  if (turn.facts.length > 0)
    io.out(`\n${style.bold('Filed')}\n${turn.facts.map((fact) => `  ${factLine(fact)}\n`).join('')}`);
  if (turn.error) io.err(`${style.red(printable(turn.error.detail))}\n`);
  io.err(`${style.dim(`turn ${turn.turn_id} · session ${turn.session_id} · ${turn.status}`)}\n`);
}
