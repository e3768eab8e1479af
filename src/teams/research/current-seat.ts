/** Who is at work, for the tools of the research team: set around every tool call, so that a tool need not be handed it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../../platform/errors.ts';
import type { ResearchSeat } from './desk.ts';
import type { ResearchAgent } from './research-agent.ts';

const seats = new AsyncLocalStorage<ResearchSeat>();

export function atSeat<T>(seat: ResearchSeat, work: () => Promise<T>): Promise<T> {
  return seats.run(seat, work);
}

export function currentSeat(): ResearchSeat {
  const seat = seats.getStore();
  if (!seat) throw new AppError('config', 'This tool belongs to the research team.');
  return seat;
}

/** The research agent whose turn this is. */
export async function currentAgent(): Promise<ResearchAgent> {
  const { desk, conversation, agentId } = currentSeat();
  if (!agentId) throw new AppError('config', 'This tool belongs to research agents.');
  return desk.agent(conversation, agentId);
}
