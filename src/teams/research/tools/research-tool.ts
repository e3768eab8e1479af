/** A tool of the research team: its context has the team's port, the conversation, and the research agent whose task this is. */
import type { z } from 'zod';
import { addressesOfUser } from '../../../engine/tools/known-addresses.ts';
import { defineTool, type Tool, type ToolContext } from '../../../engine/tools/tool.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Conversation, ResearchDesk } from '../desk.ts';
import { agentOfTask, originOf, type ResearchOrigin } from '../origin.ts';
import type { ResearchAgent } from '../research-agent.ts';

export type ResearchToolContext = {
  desk: ResearchDesk;
  conversation: Conversation;
  origin: ResearchOrigin;
  /** Web addresses of the user's own message. A letter takes them along, whatever the model writes into it. */
  addresses: string[];
  /** The research agent whose task this is; throws in a task of the conversation with the user. */
  agent(): Promise<ResearchAgent>;
  timezone: string;
  /** Derived from run and step: the same after every replay. */
  key: string;
};

type ResearchTool<I extends z.ZodType, O extends z.ZodType> = Omit<Tool<I, O>, 'run'> & {
  run(input: z.infer<I>, context: ResearchToolContext): Promise<z.infer<O>>;
};

/** Returns a function that makes the tool over a port. */
export function researchTool<I extends z.ZodType, O extends z.ZodType>(tool: ResearchTool<I, O>) {
  return (desk: ResearchDesk): Tool =>
    defineTool<I, O>({ ...tool, run: (input, context) => tool.run(input, contextOf(desk, context)) });
}

function contextOf(desk: ResearchDesk, { task, timezone, idempotencyKey }: ToolContext): ResearchToolContext {
  const { tenant, user_id, session_id } = task;
  const conversation = { tenant, user_id, session_id: session_id ?? '' };
  return {
    desk,
    conversation,
    origin: originOf(task),
    addresses: addressesOfUser(task),
    async agent() {
      const id = agentOfTask(task);
      if (!id) throw new AppError('config', 'This tool belongs to research agents.');
      return desk.agent(conversation, id);
    },
    timezone,
    key: idempotencyKey,
  };
}
