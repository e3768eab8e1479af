/**
 * Each member improves the draft of the one before it, by its role. A stage that fails is left out, and the call's details say so; the
 * next one goes on with the draft there is.
 */
import { type Member, STAGES } from '../preset.ts';
import { type Answer, type Drafting, type RunMode, withDrafts } from './mode.ts';

export const pipeline: RunMode = async (drafting) => {
  let draft: Answer<unknown> = null;
  for (const [index, member] of drafting.members.entries())
    draft = (await stage(drafting, member, `${member.role}-${index + 1}`, draft)) ?? draft;
  return { draft };
};

function stage(
  { instruction, prompt, draft: ask }: Drafting,
  member: Member,
  step: string,
  before: Answer<unknown>,
): Promise<Answer<unknown>> {
  const part = `Your part as the ${member.role}: ${STAGES[member.role as keyof typeof STAGES]}`;
  if (before === null) return ask({ step, member, instruction: `${instruction}\n\n${part}`, prompt });
  return ask({
    step,
    member,
    instruction: `${instruction}\n\n${IMPROVE}\n${part}`,
    prompt: withDrafts(prompt, [before]),
  });
}

const IMPROVE = `There is a draft for this task already. Improve it and give the whole answer again, not only what you changed. Keep [^N]
markers with the statements that they stand at.`;
