/** What an offline rule is: it reads the request as a model would, and answers with text or with tool calls, never with both. */
import type { ModelRequest } from '../model.ts';

export type RuleAnswer = { text: string } | { calls: { name: string; args: Record<string, unknown> }[] };

export type Rule = (request: ModelRequest) => RuleAnswer;

/** The same, wherever it runs. */
export type AnyRule = (request: ModelRequest) => RuleAnswer | Promise<RuleAnswer>;

/** The rule of an agent; undefined where its work needs a model. */
export type RuleOf = (team: string, agent: string) => AnyRule | undefined;
