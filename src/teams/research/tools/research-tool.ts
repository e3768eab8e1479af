/** A tool of the research team: its context has the team's port, the conversation, and the research agent whose task this is. */
import type { z } from 'zod';
import { addressesOfUser } from '../../../engine/tools/known-addresses.ts';
import { defineTool, type Tool, type ToolContext } from '../../../engine/tools/tool.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Conversation, ResearchDesk } from '../desk.ts';
import { agentOfTask, isAsked, originOf, type ResearchOrigin, roundsOf } from '../origin.ts';
import type { ResearchAgent } from '../research-agent.ts';

export type ResearchToolContext = {
  desk: ResearchDesk;
  conversation: Conversation;
  origin: ResearchOrigin;
  /** Web addresses of the user's own message. A letter takes them along, whatever the model writes into it. */
  addresses: string[];
  /** Messages between agents that led to this task. */
  rounds: number;
  /** The user has asked for what this task does. */
  asked: boolean;
  taskId: string;
  /** The agents that the conversation may use: in one about a patient, those of that patient. */
  roster(): Promise<ResearchAgent[]>;
  /** The agent itself in its own task; in a conversation the roster. */
  team(): Promise<ResearchAgent[]>;
  /** The research agent whose task this is; throws in a task of the conversation with the user. */
  agent(): Promise<ResearchAgent>;
  timezone: string;
  /** Derived from run and step: the same after every replay. */
  key: string;
};

type ResearchTool<I extends z.ZodType, O extends z.ZodType> = Omit<Tool<I, O>, 'run'> & {
  /** How often it may be called in one turn; the output schema must allow an error. */
  perTurn?: number;
  run(input: z.infer<I>, context: ResearchToolContext): Promise<z.infer<O>>;
};

/** Returns a function that makes the tool over a port. */
export function researchTool<I extends z.ZodType, O extends z.ZodType>(tool: ResearchTool<I, O>) {
  const { perTurn, ...rest } = tool;
  return (desk: ResearchDesk): Tool =>
    defineTool<I, O>({
      ...rest,
      async run(input, context) {
        const call = { taskId: context.task.id, tool: tool.name, key: context.idempotencyKey };
        if (perTurn !== undefined && !(await desk.mayCall(call, perTurn)))
          return {
            error: `${tool.name} can be called ${perTurn} times in one turn. Go on in a later one.`,
          } as z.infer<O>;
        return tool.run(input, contextOf(desk, context));
      },
    });
}

const REFUSALS: ReadonlySet<string> = new Set(['limit_reached', 'invalid', 'conflict']);

/** A refusal that the model can act on is returned; anything else is thrown. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (thrown.code === 'not_found') return { error: 'There is no such agent; call list_agents for the ids.' };
    if (REFUSALS.has(thrown.code)) return { error: thrown.message };
    throw thrown;
  }
}

function contextOf(desk: ResearchDesk, { task, timezone, idempotencyKey }: ToolContext): ResearchToolContext {
  const { tenant, user_id, session_id, about } = task;
  const conversation = { tenant, user_id, session_id: session_id ?? '', patient_id: about?.id ?? null };
  const id = agentOfTask(task);
  const roster = async () => {
    const agents = await desk.agents(conversation);
    return agents.filter(({ patient_id }) => !about || patient_id === about.id);
  };
  return {
    desk,
    conversation,
    origin: originOf(task),
    addresses: addressesOfUser(task),
    rounds: roundsOf(task),
    asked: isAsked(task),
    taskId: task.id,
    roster,
    team: async () => (id ? [await desk.agent(conversation, id)] : roster()),
    async agent() {
      if (!id) throw new AppError('config', 'This tool belongs to research agents.');
      return desk.agent(conversation, id);
    },
    timezone,
    key: idempotencyKey,
  };
}
