/** One model call: streams the words out, gathers text, calls, citations and usage into the answer that the journal keeps. */

import { type Deadline, startDeadline } from '../../platform/deadline.ts';
import { AppError } from '../../platform/errors.ts';
import type { ModelAnswer, ModelGateway, ModelRequest, Usage } from '../models/model.ts';
import type { RunContext } from './context.ts';

export async function askModel(
  model: ModelGateway,
  request: ModelRequest,
  signal: AbortSignal,
  onText: (text: string) => void,
  /** Told before a failure too: what was used was paid for. */
  onUsage: (usage: Usage) => void = () => undefined,
  /** The call is made again: what was heard so far is void. */
  onRestart: (reason: string, retryInMs: number) => void = () => undefined,
): Promise<ModelAnswer> {
  let answer = noAnswer();
  signal.throwIfAborted();
  for await (const chunk of model.stream(request, signal)) {
    if (chunk.type === 'text') {
      answer.text += chunk.text;
      onText(chunk.text);
    } else if (chunk.type === 'call') {
      answer.calls.push(chunk.call);
    } else if (chunk.type === 'citation') {
      answer.citations.push(chunk.citation);
    } else if (chunk.type === 'cut') {
      answer.cut = true;
    } else if (chunk.type === 'restart') {
      answer = noAnswer();
      onRestart(chunk.reason, chunk.retryInMs);
    } else {
      answer.usage = chunk.usage;
      onUsage(chunk.usage);
    }
    signal.throwIfAborted();
  }
  return answer;
}

function noAnswer(): ModelAnswer {
  return { text: '', calls: [], citations: [], usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 } };
}

/** The run's signal, or our own `timeout` error when the agent's time is up; that of those who called it stands still with its own. */
export function withDeadline(outer: Pick<RunContext, 'signal' | 'pause'>, agent: string, seconds: number): Deadline {
  const deadline = startDeadline(
    outer.signal,
    seconds,
    () => new AppError('timeout', `${agent} took longer than its limit of ${seconds} seconds.`),
  );
  const pause = () => {
    const [goOn, outerGoesOn] = [deadline.pause(), outer.pause?.()];
    return () => {
      goOn();
      outerGoesOn?.();
    };
  };
  return { ...deadline, pause };
}
