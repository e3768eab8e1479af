/** Reads a request's messages: what the user says now, what was said before, and what the tools of this run have returned. */
import { collapseSpaces } from '../../../platform/spaces.ts';
import type { Message, ModelRequest } from '../model.ts';

export type Conversation = {
  /** The message this run is about, with long runs of spaces shortened, as all texts here. */
  text: string;
  /** The same as it was written. */
  written: string;
  /** The user's earlier messages, oldest first. */
  earlier: string[];
  /** The last reply to the user, if there is one. */
  lastReply: string;
  /** What tools have returned since the message, by tool name; the latest of each. */
  responses: ReadonlyMap<string, unknown>;
  /** All results in order, for tools that were called more than once. */
  allResponses: { name: string; result: unknown }[];
};

/** The message that a request is about, as it was written. */
export function writtenIn({ messages }: ModelRequest): string {
  return textOf(messages.findLast(isOfUser));
}

export function readConversation({ messages }: ModelRequest): Conversation {
  const current = messages.findLastIndex(isOfUser);
  const before = messages.slice(0, Math.max(current, 0));
  const written = textOf(messages[current]);
  const responses = new Map<string, unknown>();
  const allResponses: Conversation['allResponses'] = [];
  for (const { parts } of messages.slice(current + 1))
    for (const part of parts) {
      if (part.type !== 'response') continue;
      const { name, result } = part;
      responses.set(name, result);
      allResponses.push({ name, result });
    }
  return {
    text: collapseSpaces(written).text,
    written,
    earlier: before.filter(isOfUser).map(plain).filter(Boolean),
    lastReply: plain(before.findLast((message) => message.role === 'model' && textOf(message) !== '')),
    responses,
    allResponses,
  };
}

/** A tool's result as text: the text itself, or the field of an object that holds it. */
export function resultText(result: unknown): string {
  if (typeof result === 'string') return result.trim();
  const fields = asObject(result);
  for (const key of ['result', 'text', 'answer', 'output', 'error']) {
    const value = fields[key];
    if (typeof value === 'string' && value.trim()) return value.trim();
  }
  return '';
}

export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function hasTool(request: ModelRequest, name: string): boolean {
  return request.tools.some((tool) => tool.name === name);
}

function isOfUser({ role }: Message): boolean {
  return role === 'user';
}

function plain(message: Message | undefined): string {
  return collapseSpaces(textOf(message)).text;
}

function textOf(message: Message | undefined): string {
  const texts: string[] = [];
  for (const part of message?.parts ?? []) if (part.type === 'text') texts.push(part.text);
  return texts.join('\n').trim();
}
