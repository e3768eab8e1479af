/** `medfleet run`: functions and pipelines, also those that an operator has added. */
import { readFile } from 'node:fs/promises';
import type { MedfleetClient, Run, RunReceipt } from '../../client/client.ts';
import { defineCommand, EXIT, type Io, JSON_OPTION, printJson, UsageError } from '../command.ts';
import { oneLine, printable, type Style, table } from '../style.ts';

const WAIT_SECONDS = 60;

export const run = defineCommand({
  name: 'run',
  summary: 'Run a function or a pipeline',
  usage:
    '[NAME] [FIELD=VALUE ...]\n\n  A VALUE is JSON, or else text; @FILE is the text of a file. Without a NAME: which there are',
  options: {
    input: { type: 'string', value: 'FILE', about: 'The fields as a JSON file; - for the standard input' },
    json: JSON_OPTION,
  },
  examples: [
    ['medfleet run', 'the functions and pipelines that there are'],
    ['medfleet run summarize-content content=@chapter.txt target_tokens=200', 'a summary of a file'],
    ['medfleet run extract-structure --input request.json --json | jq .output', 'for a program'],
  ],
  async run({ values, words: [name, ...fields], io, style, client }) {
    const offers = await listed(client);
    if (name === undefined) {
      if (values.json) printJson(io, offers);
      else
        io.out(
          table(
            ['name', 'what it does'],
            offers.map((one) => [one.name, oneLine(one.description, 90)]),
            style,
          ),
        );
      return undefined;
    }
    const offer = offers.find((one) => one.name === name.replaceAll('_', '-'));
    if (!offer) throw new UsageError(`there is no function or pipeline "${name}"; medfleet run lists them`);
    const body = { ...(await inputOf(values.input, io)), ...(await fieldsOf(fields)) };
    const ended = await finished(client, offer.endpoint, body);
    if (values.json) printJson(io, ended);
    else print(ended, io, style);
    return ended.status === 'failed' || ended.status === 'cancelled' ? EXIT.failed : EXIT.fine;
  },
});

async function listed(client: MedfleetClient) {
  const [{ functions }, { pipelines }] = await Promise.all([client.listFunctions(), client.listPipelines()]);
  const named = functions.map(({ name, ...rest }) => ({ ...rest, id: name.replaceAll('_', '-') }));
  return [...named, ...pipelines].map(({ id, description, endpoint }) => ({ name: id, description, endpoint }));
}

async function finished(client: MedfleetClient, endpoint: string, body: Record<string, unknown>): Promise<Run> {
  const query = { wait: WAIT_SECONDS };
  const answer = (await client.request({ method: 'POST', path: endpoint, query, body, keyed: true })) as
    | Run
    | RunReceipt;
  if ('output' in answer) return answer;
  const params = { id: answer.run_id };
  for await (const _event of client.followRun({ params }));
  return client.getRun({ params });
}

async function inputOf(file: string | undefined, io: Io): Promise<Record<string, unknown>> {
  if (file === undefined) return {};
  const text = file === '-' ? ((await io.readInput()) ?? '') : await textOf(file);
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new UsageError(`${file === '-' ? 'the standard input' : file} is not JSON`);
  }
}

async function fieldsOf(words: readonly string[]): Promise<Record<string, unknown>> {
  const pairs = words.map(async (word) => {
    const [, field, value = ''] = /^(\w+)=([\s\S]*)$/.exec(word) ?? [];
    if (field === undefined) throw new UsageError(`"${word}" is no FIELD=VALUE`);
    return [field, value.startsWith('@') ? await textOf(value.slice(1)) : jsonOrText(value)] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} cannot be read`);
  });
}

function print({ status, output, cited, error, run_id }: Run, io: Io, style: Style): void {
  if (error) io.err(`${style.red(printable(error.detail))}\n`);
  if (output) io.out(`${printable(cited?.content ?? JSON.stringify(output, null, 2))}\n`);
  io.err(`${style.dim(`run ${run_id} · ${status}`)}\n`);
}
