/** What debate and ensemble share: answers side by side, then one of them all. They differ in what the last call is told. */
import { areEqual, draftSideBySide, type RunMode, withDrafts } from './mode.ts';

/** If the last call fails, the first answer stands, and the call's details say so. */
export function reconcile(step: string, how: string): RunMode {
  return async (drafting) => {
    const answers = await draftSideBySide(drafting);
    const [first] = answers;
    if (!first) return { draft: null };
    const drafts = answers.map(({ draft }) => draft);
    const agreement = await drafting.agreement(drafts);
    if (areEqual(drafts)) return { draft: first.draft, agreement };
    const final = await drafting.draft({
      step,
      member: first.member,
      instruction: `${drafting.instruction}\n\n${how}`,
      prompt: withDrafts(drafting.prompt, drafts),
    });
    return { draft: final ?? first.draft, agreement };
  };
}
