/**
 * The input budget of a function. What is above it is refused, compressed or split, as the caller says; it is never cut silently.
 * Tokens are those of the text that is worked on, and of the other fields as JSON.
 */
import { tokensOf } from '../../engine/models/estimate.ts';
import type { CallDetails, CallOptions } from '../../engine/run/functions.ts';
import { AppError } from '../../platform/errors.ts';
import type { AgentFunction } from '../agent-function.ts';

/** Both run in a thread. */
export type Reducers = {
  compress(text: string, tokens: number): Promise<string>;
  split(input: unknown, tokens: number): Promise<unknown[]>;
};

/** What is drafted: one input, or its pieces. */
export type Fitted = { inputs: unknown[]; over?: NonNullable<CallDetails['over_budget']> };

/** Each is a draft of its own: what one call may cost has an end. */
const MAX_PIECES = 64;

type Fields = Readonly<Record<string, unknown>>;
type Handling = NonNullable<CallOptions['over_budget']>;

export function inputTokens({ content }: AgentFunction, input: unknown): number {
  const value = (input as Fields)[content];
  const bytes = Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
  return tokensOf(bytes + bytesBeside(input, content));
}

/** Throws where the input is above the budget and the caller's choice does not help. Nothing is compressed or split yet. */
export function checkBudget(fn: AgentFunction, input: unknown, handling: Handling): void {
  const tokens = inputTokens(fn, input);
  if (tokens <= fn.budget.input) return;
  const ways = waysOut(fn, input);
  if (handling === 'refuse') {
    const others = ways.length === 0 ? '' : `, or send over_budget: ${ways.join(' or ')}`;
    throw refused(fn, tokens, `Shorten it${others}.`);
  }
  if (!ways.includes(handling)) {
    const message = `${fn.name} cannot ${handling} its input; use one of ${['refuse', ...ways].join(', ')}`;
    throw new AppError('invalid', 'This handling of large input does not fit the function; see errors.', {
      errors: [{ path: 'over_budget', message }],
    });
  }
  if (tokensLeft(fn, handling === 'compress' ? withContext(fn, input, []) : input) < 1)
    throw refused(fn, tokens, `The fields beside ${fn.content} alone are too long: shorten them.`);
}

export async function fitToBudget(
  fn: AgentFunction,
  input: unknown,
  handling: Handling,
  { compress, split }: Reducers,
): Promise<Fitted> {
  const from = inputTokens(fn, input);
  if (from <= fn.budget.input) return { inputs: [input] };
  const inputs =
    handling === 'split' ? await split(input, tokensLeft(fn, input)) : [await compressed(fn, input, compress)];
  const to = Math.max(...inputs.map((piece) => inputTokens(fn, piece)));
  if (to > fn.budget.input) throw refused(fn, from, 'It cannot be made small enough: shorten it.');
  if (inputs.length > MAX_PIECES)
    throw refused(fn, from, `It would be more than ${MAX_PIECES} pieces: send it in parts.`);
  const sizes = { from_tokens: from, to_tokens: to };
  if (handling === 'split') return { inputs, over: { handled: 'split', ...sizes, pieces: inputs.length } };
  return { inputs, over: { handled: 'compressed', ...sizes } };
}

/** First the context, as far as it helps, and then the text. */
async function compressed(fn: AgentFunction, input: unknown, compress: Reducers['compress']): Promise<unknown> {
  const given = contextOf(fn, input);
  let shorter = input;
  for (
    let share = FIRST_SHARE;
    given.length > 0 && share >= LEAST_SHARE && inputTokens(fn, shorter) > fn.budget.input;
  ) {
    const room = fn.budget.input - inputTokens(fn, withContext(fn, input, []));
    const each = Math.floor((room * share) / given.length);
    shorter = withContext(fn, input, each < 1 ? [] : await Promise.all(given.map((one) => compress(one, each))));
    share /= 2;
  }
  if (inputTokens(fn, shorter) <= fn.budget.input) return shorter;
  const alone = withContext(fn, input, []);
  const text = await compress(textOf(alone, fn.content) ?? '', tokensLeft(fn, alone));
  return { ...(alone as Fields), [fn.content]: text };
}

/** Of the room that is left to the context: as JSON, with what it escapes, a text is longer than it was. */
const FIRST_SHARE = 0.9;
const LEAST_SHARE = 0.2;

function contextOf({ context }: AgentFunction, input: unknown): string[] {
  const given = context === undefined ? [] : ((input as Fields)[context] as unknown[]);
  return given.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
}

function withContext({ context }: AgentFunction, input: unknown, given: readonly string[]): unknown {
  return context === undefined ? input : { ...(input as Fields), [context]: given };
}

/** What the other fields leave of the budget to the text. */
function tokensLeft({ budget, content }: AgentFunction, input: unknown): number {
  return budget.input - tokensOf(bytesBeside(input, content));
}

function bytesBeside(input: unknown, content: string): number {
  return Buffer.byteLength(JSON.stringify({ ...(input as Fields), [content]: '' }));
}

function textOf(input: unknown, content: string): string | undefined {
  const text = (input as Fields)[content];
  return typeof text === 'string' ? text : undefined;
}

function waysOut(fn: AgentFunction, input: unknown): Handling[] {
  const compress = textOf(input, fn.content) === undefined ? [] : (['compress'] as const);
  return [...compress, ...(fn.split && fn.join ? (['split'] as const) : [])];
}

function refused({ name, content, budget }: AgentFunction, tokens: number, advice: string): AppError {
  return new AppError('over_budget', `The input of ${name} is above its budget; see errors.`, {
    errors: [{ path: content, message: `about ${tokens} tokens; the budget is ${budget.input}. ${advice}` }],
  });
}
