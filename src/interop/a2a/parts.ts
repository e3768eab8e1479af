/** Builders for the protocol's messages, parts and artifacts: its types have no optional fields. */
import { type Artifact, type Message, type Part, Role } from '@a2a-js/sdk';

export function textPart(text: string): Part {
  return { content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' };
}

export function dataPart(value: unknown): Part {
  return { content: { $case: 'data', value }, metadata: undefined, filename: '', mediaType: 'application/json' };
}

export function artifact(id: string, description: string, parts: Part[]): Artifact {
  return { artifactId: id, name: id, description, parts, metadata: undefined, extensions: [] };
}

export type Place = { taskId: string; contextId: string };

export function message(role: 'user' | 'agent', id: string, { taskId, contextId }: Place, parts: Part[]): Message {
  return {
    messageId: id,
    contextId,
    taskId,
    role: role === 'user' ? Role.ROLE_USER : Role.ROLE_AGENT,
    parts,
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}
