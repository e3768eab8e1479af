/**
 * The clinician's profile, as files of the InteractionAgent's workspace: one a part, a line for each thing that they have said. It is
 * kept with the conversation it was said in: what was said in one about a patient is erased with the patient.
 */
import type { Task } from '../../engine/task/task.ts';
import type { WorkspaceStore } from '../../engine/workspace/workspace.ts';
import type { Conversation } from './desk.ts';
import { conversationOwner } from './memory.ts';

export const PROFILE_PARTS = ['practice', 'preferences', 'contact'] as const;
export type ProfilePart = (typeof PROFILE_PARTS)[number];

const FOLDER = 'user_profile';
/** The most recent lines of each part are shown; all are kept in the file. */
const MAX_LINES = 20;

export async function writeProfile(
  workspaces: WorkspaceStore,
  { tenant, user_id, patient_id }: Conversation,
  part: ProfilePart,
  note: string,
  key: string,
): Promise<void> {
  const workspace = workspaces.open(tenant, conversationOwner(user_id, patient_id ?? undefined));
  const line = `- ${note.replace(/\s+/g, ' ').trim()}\n`;
  await workspace.append(`${FOLDER}/${part}.md`, line, { by: 'InteractionAgent', key: `profile.${key}` });
}

/** What is known of the user, part by part; null if nothing is. */
export async function profileOf(
  workspaces: WorkspaceStore,
  { tenant, user_id, about }: Pick<Task, 'tenant' | 'user_id' | 'about'>,
): Promise<string | null> {
  const owners = [...new Set([conversationOwner(user_id, undefined), conversationOwner(user_id, about?.id)])];
  const parts = await Promise.all(
    owners.map(async (owner) => {
      const workspace = workspaces.open(tenant, owner);
      const { files } = await workspace.list(FOLDER);
      return Promise.all(files.map(async ({ path }) => (await workspace.read(path)).content));
    }),
  );
  const lines = parts.flat().flatMap((content) => content.trim().split('\n').slice(-MAX_LINES));
  return lines.length > 0 ? [...new Set(lines)].join('\n') : null;
}
