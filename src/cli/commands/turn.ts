/** `medfleet turn`: one turn, what was filed, and where its time went. */
import { defineCommand, JSON_OPTION, printJson, UsageError } from '../command.ts';
import { factLine } from '../facts.ts';
import { printable, shortTime } from '../style.ts';
import { waterfall } from '../waterfall.ts';

export const turn = defineCommand({
  name: 'turn',
  summary: 'Show one turn, and where its time went',
  usage: 'ID',
  mostWords: 1,
  options: { json: { ...JSON_OPTION, about: 'Print the turn and its trace as JSON' } },
  examples: [
    ['medfleet turn 01a1dd4c-6f19-72c6-a66d-d76c4294925c', 'the reply, the facts, and the agents at work'],
    ['medfleet turn ID --json | jq .trace.spans', 'for a program'],
  ],
  async run({ values, words: [id], io, style, client }) {
    if (!id) throw new UsageError('say which turn: medfleet turn ID');
    const params = { id };
    const [found, trace] = await Promise.all([client.getTurn({ params }), client.getTurnTrace({ params })]);
    if (values.json) {
      printJson(io, { ...found, trace });
      return undefined;
    }
    const { usage } = found;
    const cost = usage.cost_usd ? ` · $${usage.cost_usd.toFixed(4)}` : '';
    const tokens = `${usage.input_tokens} tokens in, ${usage.output_tokens} out${cost}`;
    io.out(
      [
        `${style.bold(found.status)}  ${shortTime(found.created_at)}  ${found.team}${found.agent ? ` · ${found.agent}` : ''}`,
        '',
        style.dim(printable(found.text)),
        '',
        printable(found.reply ?? 'There is no reply.'),
        '',
        ...(found.facts.length > 0
          ? [style.bold('Filed'), ...found.facts.map((fact) => `  ${factLine(fact)}`), '']
          : []),
        ...(found.error ? [style.red(printable(found.error.detail)), ''] : []),
        `${style.bold('Time')}  (· waits in its queue, █ works; ${tokens})`,
        waterfall(trace, style),
      ].join('\n'),
    );
    return undefined;
  },
});
