/**
 * The research team's memory beyond a conversation's last messages: every exchange is written to files, verbatim, and a long
 * conversation is summarised there for the agent. Filing the same turn again changes nothing.
 */
import { createHash } from 'node:crypto';
import type { Task } from '../../engine/task/task.ts';
import { isPath } from '../../engine/workspace/paths.ts';
import type { Owner, Workspace, WorkspaceStore } from '../../engine/workspace/workspace.ts';
import type { ResearchAgent } from './research-agent.ts';

/** An agent is shown the last 20 messages; a summary is written before more than that are hidden. */
const EXCHANGES_A_CHAPTER = 8;
const MAX_LINE_CHARS = 240;

type Said = { task: Task; reply: string | null };

/** Whose files a conversation is in. What is about a patient has a workspace of its own, which is erased with the patient. */
export function conversationOwner(user: string, patient: string | undefined): Owner {
  // Neither id can contain a slash.
  return patient === undefined ? `user:${user}` : `user:${user}/${patient}`;
}

/** The conversation with a user: its log, and a summary chapter by chapter. */
export async function rememberConversation(workspaces: WorkspaceStore, { task, reply }: Said): Promise<void> {
  const workspace = workspaces.open(task.tenant, conversationOwner(task.user_id, task.about?.id));
  const session = fileName(task.session_id ?? '');
  const log = `sessions/${session}.md`;
  const said = { by: 'InteractionAgent', key: `log.${task.id}` };
  // Each exchange is one version of the file, so the log is read only where a chapter ends.
  const { version } = await workspace.append(log, exchange(task, reply), said);
  if (version % EXCHANGES_A_CHAPTER !== 0) return;
  const { content } = await workspace.read(log);
  const exchanges = content.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
  const chapter = exchanges.slice(-EXCHANGES_A_CHAPTER).map(inShort).join('\n');
  await workspace.append(`conversation_history/${session}.md`, `${chapter}\n`, {
    by: 'InteractionAgent',
    key: `history.${task.id}`,
  });
}

/** A research agent's own log: the incoming message, and the agent's final answer. */
export async function rememberActivation(files: Workspace, { task, reply }: Said): Promise<void> {
  await files.append('notes/activations.md', exchange(task, reply), {
    by: 'ResearchAgent',
    key: `activation.${task.id}`,
  });
}

/** The roster as a small file that an agent can read as a whole. Agents that work for a patient are not in it: it keeps every version. */
export async function indexAgents(
  workspaces: WorkspaceStore,
  owner: { tenant: string; user_id: string },
  agents: readonly ResearchAgent[],
  key: string,
): Promise<void> {
  const lines = agents
    .filter(({ patient_id }) => patient_id === null)
    .map(
      ({ id, name, description, created_at }) => `- ${name} (${id}, since ${created_at.slice(0, 10)}): ${description}`,
    );
  const content = `# Research agents\n\n${lines.join('\n')}\n`;
  await workspaces
    .open(owner.tenant, `user:${owner.user_id}`)
    .write('research_index/agents.md', content, { by: 'InteractionAgent', key: `index.${key}` });
}

/** The chapters so far, for the instruction; null for a short conversation. */
export async function historyOf(
  workspaces: WorkspaceStore,
  task: Pick<Task, 'tenant' | 'user_id' | 'session_id' | 'about'>,
): Promise<string | null> {
  const workspace = workspaces.open(task.tenant, conversationOwner(task.user_id, task.about?.id));
  const path = `conversation_history/${fileName(task.session_id ?? '')}.md`;
  const { files } = await workspace.list('conversation_history');
  return files.some((file) => file.path === path) ? (await workspace.read(path)).content : null;
}

function exchange({ created_at, origin, text }: Task, reply: string | null): string {
  const who = origin.kind === 'user' ? 'User' : capital(origin.kind);
  return `## ${created_at}\n\n${who}: ${text.trim()}\n\nAnswer: ${reply?.trim() || '(nothing said)'}\n`;
}

function inShort(part: string): string {
  const [, time = '', asked = '', answer = ''] = /^## (\S+)\s+\w+: ([\s\S]*?)\n\nAnswer: ([\s\S]*)$/.exec(part) ?? [];
  return `- ${time.slice(0, 10)}: ${line(asked)} -> ${line(answer)}`;
}

function line(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > MAX_LINE_CHARS ? `${plain.slice(0, MAX_LINE_CHARS)} …` : plain;
}

/** The session's id, which may be longer than a name, or the name of a device. */
function fileName(id: string): string {
  const name = id.replace(/[^A-Za-z0-9-]+/g, '-');
  return isPath(`${name}.md`)
    ? name
    : `${name.slice(0, 60)}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
