/**
 * An agent of another system, called over HTTP. To those who hand over to it or use it as a tool it is an agent like any other. The call
 * is one step of the journal, its failure too: a run that goes on after a crash does not call again.
 */
import { AppError, type ErrorCode } from '../../platform/errors.ts';
import { type Agent, agentOf } from '../agents/team.ts';
import type { RunContext } from '../run/context.ts';
import { conversationKey, type RemoteOutcome } from '../run/remote.ts';
import { defaultRequest } from '../run/remote-request.ts';
import { runInline } from '../run/run-inline.ts';
import { failureOf, type RunResult } from '../run/run-result.ts';
import { eventWrite } from '../run/writes.ts';
import { NO_USAGE } from '../task/task.ts';
import { noModelFields } from './composite.ts';
import type { Kind } from './kind.ts';
import { validateRemote } from './remote-config.ts';

type Warning = NonNullable<RunResult['warning']>;

type Failed = Warning & { code: ErrorCode; errors?: NonNullable<AppError['errors']> };

/** What the journal keeps of a call. */
type Called = { outcome: RemoteOutcome } | { failed: Failed };

const NO_ANSWER: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['remote_unavailable', 'remote_refused', 'remote_failed']);

/** As much as a user may say. The words are kept with the conversation, which the next messages take with them. */
const MAX_WORDS_CHARS = 20_000;

export const remote: Kind = {
  works: true,
  isTask: false,
  validate(draft, report) {
    noModelFields(draft, report);
    const { config, source } = draft;
    if (config.sub_agents.length > 0)
      report(source, ['sub_agents'], 'a remote agent has no sub_agents', 'remove them: it is not run here');
    if (config.remote) validateRemote(config.remote, draft, report);
    else
      report(source, ['remote'], 'a remote agent needs to be found', 'add "remote:" with "endpoint:" and "actions:"');
  },
  answers: () => true,
  layout: () => [],
  async run(agent, context) {
    const tell = teller(agent, context);
    tell('running');
    const called = await context.journal.step('remote', () => callOnce(agent, context), {
      kind: 'remote',
      name: agent.name,
      outcome: (value) => ({ failed: 'failed' in value }),
    });
    tell('failed' in called ? 'error' : 'success');
    const answer =
      'failed' in called ? await insteadOf(agent, context, called.failed) : answerOf(agent, called.outcome);
    const result: RunResult = {
      agent: agent.name,
      status: answer.text.trim() === '' && answer.output === undefined ? 'empty' : 'success',
      answered_by: agent.name,
      usage: NO_USAGE,
      ms: context.journal.spentMs(),
      attempts: context.tries,
      children: [],
      ...answer,
    };
    if ('outcome' in called && called.outcome.conversation)
      context.state.set(conversationKey(agent.name), called.outcome.conversation);
    if (agent.output_key) context.state.set(agent.output_key, result.output ?? result.text);
    return result;
  },
};

/** The person sees that another system works. Where it is a tool of another agent, that call is told already. */
function teller({ name }: Agent, { speaks, journal }: RunContext) {
  return (status: string): void => {
    if (speaks) journal.outbox.put(eventWrite({ kind: 'tool', data: { agent: name, name, status } }));
  };
}

async function callOnce(agent: Agent, context: RunContext): Promise<Called> {
  const request = context.request ?? defaultRequest(agent, context);
  try {
    return { outcome: await context.services.remotes.call(agent, request, context) };
  } catch (thrown) {
    if (context.signal.aborted || !(thrown instanceof AppError) || !NO_ANSWER.has(thrown.code)) throw thrown;
    const { code, message: detail, errors } = thrown;
    return { failed: { code, detail, ...(errors && { errors }) } };
  }
}

type Answer = Pick<RunResult, 'text'> & Partial<RunResult>;

function answerOf(agent: Agent, { output, stale }: RemoteOutcome): Answer {
  const text = wordsOf(output);
  if (!stale) return { text, output };
  const warning: Warning = { code: 'remote_unavailable', detail: stale.detail };
  const notice = `(${agent.name} cannot be reached. This is what it answered ${ago(stale.age_seconds)}.)`;
  return { text: `${notice}\n\n${text}`.trim(), output, warning };
}

/** What the config has in place of an answer. Without any the run fails. */
async function insteadOf(agent: Agent, context: RunContext, failed: Failed): Promise<Answer> {
  const { agent: name, text } = agent.remote?.fallback ?? {};
  if (text !== undefined) return { text, warning: failed };
  if (name === undefined) throw new AppError(failed.code, failed.detail, failed);
  const other = { agent: agentOf(context.team, name), runId: `${context.runId}.${name}`, speaks: context.speaks };
  const result = await runInline(other, { ...context, request: undefined });
  if (failureOf(result)) throw new AppError(failed.code, `${failed.detail} ${name}, its fallback, failed too.`);
  const { output, citations } = result;
  return {
    text: result.text,
    ...(output !== undefined && { output }),
    ...(citations && { citations }),
    answered_by: result.answered_by,
    children: [result],
    warning: failed,
  };
}

function wordsOf(output: Record<string, unknown>): string {
  const words = allWordsOf(output);
  return words.length <= MAX_WORDS_CHARS
    ? words
    : `${words.slice(0, MAX_WORDS_CHARS).toWellFormed()}\n\n(The rest was cut.)`;
}

/** Its own words if it has some; otherwise the sentences of its lists. */
function allWordsOf(output: Record<string, unknown>): string {
  if (typeof output.text === 'string') return output.text;
  const lists = Object.values(output).filter(Array.isArray);
  const texts = lists.map((list: unknown[]) => list.flatMap(sentenceIn).join('\n'));
  return texts.filter(Boolean).join('\n\n');
}

function sentenceIn(item: unknown): string[] {
  const text = typeof item === 'object' && item !== null && 'text' in item ? item.text : item;
  return typeof text === 'string' ? [text] : [];
}

function ago(seconds: number): string {
  if (seconds < 120) return 'a moment ago';
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes ago` : `${Math.round(minutes / 60)} hours ago`;
}
