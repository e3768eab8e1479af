/** A tool over a store of the assistant: it acts for the user whose task it is, once for each step. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../../engine/tools/tool.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Owner, ownerOf } from '../store/owner.ts';

export type StoreToolContext = { owner: Owner; write: { key: string; now: Date }; now: Date; timezone: string };

/** Refused in a way that the model, or the rule, can act on. */
export const Refusal = z.object({ error: z.string() });

type StoreTool<S, I extends z.ZodType, O extends z.ZodType> = Omit<Tool<I, O>, 'run'> & {
  run(input: z.infer<I>, store: S, context: StoreToolContext): Promise<z.infer<O> | z.infer<typeof Refusal>>;
};

/** Returns a function that makes the tool over a store. */
export function storeTool<S, I extends z.ZodType, O extends z.ZodType>(tool: StoreTool<S, I, O>) {
  const { run, output, ...rest } = tool;
  return (store: S): Tool =>
    defineTool<I, z.ZodType<z.infer<O> | z.infer<typeof Refusal>>>({
      ...rest,
      output: z.union([output, Refusal]) as unknown as z.ZodType<z.infer<O> | z.infer<typeof Refusal>>,
      async run(input, context) {
        const { now, timezone, idempotencyKey: key } = context;
        try {
          return await run(input, store, { owner: ownerOf(context), write: { key, now }, now, timezone });
        } catch (thrown) {
          if (thrown instanceof AppError && REFUSALS.has(thrown.code)) return { error: thrown.message };
          throw thrown;
        }
      },
    });
}

const REFUSALS: ReadonlySet<string> = new Set(['limit_reached', 'invalid', 'not_found']);
