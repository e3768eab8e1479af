/** What an offline rule is: it reads the request as a model would, and answers with text or with tool calls, never with both. */
import type { Citation } from '../citation.ts';
import type { ModelRequest } from '../model.ts';

/** `citations`: the sources that its markers stand for, also where the words are in a call. */
export type RuleAnswer = ({ text: string } | { calls: { name: string; args: Record<string, unknown> }[] }) & {
  citations?: readonly Citation[];
};

export type Rule = (request: ModelRequest) => RuleAnswer;

/** The same, wherever it runs. */
export type AnyRule = (request: ModelRequest) => RuleAnswer | Promise<RuleAnswer>;

/** The rule of an agent; undefined where its work needs a model. */
export type RuleOf = (team: string, agent: string) => AnyRule | undefined;
