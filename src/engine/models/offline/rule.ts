/** What an offline rule is: it reads the request as a model would, and answers with text, with tool calls, or with words beside a call. */
import type { Citation } from '../citation.ts';
import type { ModelRequest } from '../model.ts';

export type RuleCall = { name: string; args: Record<string, unknown> };

/** `citations`: the sources that its markers stand for, also where the words are in a call. */
export type RuleAnswer = ({ text: string } | { text?: string; calls: RuleCall[] }) & {
  citations?: readonly Citation[];
};

export type Rule = (request: ModelRequest) => RuleAnswer;

/** The same, wherever it runs. */
export type AnyRule = (request: ModelRequest) => RuleAnswer | Promise<RuleAnswer>;

/** The rule of an agent; undefined where its work needs a model. */
export type RuleOf = (team: string, agent: string) => AnyRule | undefined;
