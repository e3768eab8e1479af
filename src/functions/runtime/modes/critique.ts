/**
 * One model writes, another judges, and the first revises what was found wrong. Where nothing was, there is no revision. If the critic
 * or the revision fails, the draft stands, and the call's details say so.
 */
import { type RunMode, withDrafts } from './mode.ts';

export const critique: RunMode = async ({ members: [generator, critic], instruction, prompt, ...ask }) => {
  if (!generator || !critic) throw new Error('a critique needs a generator and a critic');
  const first = await ask.draft({ step: generator.role, member: generator, instruction, prompt });
  if (first === null) return { draft: null };
  const judged = withDrafts(prompt, [first]);
  const found = await ask.criticise({
    step: critic.role,
    member: critic,
    instruction: criticInstruction(instruction),
    prompt: judged,
  });
  if (found === null || found.acceptable) return { draft: first };
  const problems = found.problems.map((problem) => `- ${problem}`).join('\n');
  const revised = await ask.draft({
    step: 'revision',
    member: generator,
    instruction: `${instruction}\n\n${REVISE}`,
    prompt: `${judged}\n\nWhat a critic has found:\n${problems}`,
  });
  return { draft: revised ?? first };
};

const REVISE = `You have written a draft for this task, and a critic has found problems in it. Give the whole answer again with these
problems fixed. Change nothing else. Where the critic is wrong, keep what you had.`;

function criticInstruction(instruction: string): string {
  return `You are a critic: you judge a draft that another model has written, and write none yourself.
Its writer was told:
"""
${instruction}
"""
Look for what is wrong, missing, not as it was asked for, or not supported by the material of the task. Name each problem so that its
writer can fix it without asking back. Matters of taste are no problems. A draft that can be used as it is is acceptable.`;
}
