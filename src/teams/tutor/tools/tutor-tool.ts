/** A tool of the tutor team: its context has the stores, the user whose study it is, and the exercise of this conversation. */
import type { z } from 'zod';
import { defineTool, type Tool, type ToolContext } from '../../../engine/tools/tool.ts';
import { AppError } from '../../../platform/errors.ts';
import type { TutorDesk } from '../desk.ts';
import { EXERCISE, type Exercise, exerciseIn } from '../exercise.ts';
import type { Student } from '../keys.ts';

export type TutorToolContext = {
  desk: TutorDesk;
  student: Student;
  exercise: Exercise | null;
  setExercise(exercise: Exercise | null): void;
  state: ToolContext['state'];
  now: Date;
  timezone: string;
  /** The same after every replay. */
  key: string;
};

type TutorTool<I extends z.ZodType, O extends z.ZodType> = Omit<Tool<I, O>, 'run'> & {
  run(input: z.infer<I>, context: TutorToolContext): Promise<z.infer<O>>;
};

/** What the model can act on is returned. */
const REFUSALS: ReadonlySet<string> = new Set(['not_found', 'conflict', 'invalid', 'limit_reached']);

/** Returns a function that makes the tool over a desk. The output schema must allow an error. */
export function tutorTool<I extends z.ZodType, O extends z.ZodType>(tool: TutorTool<I, O>) {
  return (desk: TutorDesk): Tool =>
    defineTool<I, O>({
      ...tool,
      async run(input, context) {
        try {
          return await tool.run(input, contextOf(desk, context));
        } catch (thrown) {
          if (!(thrown instanceof AppError) || !REFUSALS.has(thrown.code)) throw thrown;
          return { error: thrown.message } as z.infer<O>;
        }
      },
    });
}

function contextOf(desk: TutorDesk, { task, state, now, timezone, idempotencyKey }: ToolContext): TutorToolContext {
  return {
    desk,
    student: { tenant: task.tenant, user_id: task.user_id },
    exercise: exerciseIn({ [EXERCISE]: state.get(EXERCISE) }),
    setExercise: (exercise) => state.set(EXERCISE, exercise),
    state,
    now,
    timezone,
    key: idempotencyKey,
  };
}
