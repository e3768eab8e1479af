/** One model writes the draft. */
import type { RunMode } from './mode.ts';

export const single: RunMode = async ({ members: [member], instruction, prompt, draft }) => {
  if (!member) throw new Error('a preset without members was not checked');
  return { draft: await draft({ step: member.role, member, instruction, prompt }) };
};
