/** A tool of the research team: it is given the desk, the conversation it belongs to, and the research agent whose task this is. */
import type { z } from 'zod';
import { defineTool, type Tool, type ToolContext } from '../../../engine/tools/tool.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Conversation, ResearchDesk } from '../desk.ts';
import { agentOfTask, originOf, type ResearchOrigin } from '../origin.ts';
import type { ResearchAgent } from '../research-agent.ts';

export type Seat = {
  desk: ResearchDesk;
  conversation: Conversation;
  origin: ResearchOrigin;
  /** The research agent whose task this is; throws in a task of the conversation with the user. */
  agent(): Promise<ResearchAgent>;
  timezone: string;
  /** Made of run and step: the same after every replay. */
  key: string;
};

type ResearchTool<I extends z.ZodType, O extends z.ZodType> = Omit<Tool<I, O>, 'run'> & {
  run(input: z.infer<I>, seat: Seat): Promise<z.infer<O>>;
};

/** Made with the desk that it works at. */
export function researchTool<I extends z.ZodType, O extends z.ZodType>(tool: ResearchTool<I, O>) {
  return (desk: ResearchDesk): Tool =>
    defineTool<I, O>({ ...tool, run: (input, context) => tool.run(input, seatOf(desk, context)) });
}

function seatOf(desk: ResearchDesk, { task, timezone, idempotencyKey }: ToolContext): Seat {
  const { tenant, user_id, session_id } = task;
  const conversation = { tenant, user_id, session_id: session_id ?? '' };
  return {
    desk,
    conversation,
    origin: originOf(task),
    async agent() {
      const id = agentOfTask(task);
      if (!id) throw new AppError('config', 'This tool belongs to research agents.');
      return desk.agent(conversation, id);
    },
    timezone,
    key: idempotencyKey,
  };
}
