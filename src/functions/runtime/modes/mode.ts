/** What a mode is: it decides who is asked for what, in which order. It knows no function and no model server. */
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Member } from '../preset.ts';

export type Question = {
  /** Names the call among those of the draft: its steps are kept under this name. */
  step: string;
  member: Member;
  instruction: string;
  prompt: string;
};

/** Null: the call has failed for good, and that is noted. What must stop or repeat the whole job is thrown. */
export type Answer<T> = T | null;

export type Drafting = {
  members: readonly Member[];
  /** What a writer is told, and given. */
  instruction: string;
  prompt: string;
  /** A draft, as the function's schema has it. */
  draft(question: Question): Promise<Answer<unknown>>;
  criticise(question: Question): Promise<Answer<Critique>>;
  agreement(drafts: readonly unknown[]): Promise<number>;
};

/** `problems` is what must be changed; a draft that is acceptable is used as it is. */
export type Critique = { acceptable: boolean; problems: string[] };

/** `draft` is null if every call for one has failed. */
export type Drafted = { draft: Answer<unknown>; agreement?: number };

export type RunMode = (drafting: Drafting) => Promise<Drafted>;

/** The task again, with the drafts that there are. */
export function withDrafts(prompt: string, drafts: readonly unknown[]): string {
  const title = (index: number) => (drafts.length === 1 ? 'The draft' : `Draft ${index + 1}`);
  const parts = drafts.map((draft, index) => `${title(index)}, as JSON:\n${JSON.stringify(draft)}`);
  return [`The task:\n${prompt}`, ...parts].join('\n\n');
}

/** All members at the same time; those that failed are left out. */
export async function draftSideBySide(drafting: Drafting): Promise<{ member: Member; draft: unknown }[]> {
  const { members, instruction, prompt } = drafting;
  const asked = members.map((member, index) =>
    drafting.draft({ step: `${member.role}-${index + 1}`, member, instruction, prompt }),
  );
  // All have ended before the first failure is thrown: nothing works on behind the caller's back.
  const settled = await Promise.allSettled(asked);
  const failure = settled.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
  return settled.flatMap((one, index) => {
    const member = members[index];
    return one.status === 'fulfilled' && one.value !== null && member ? [{ member, draft: one.value }] : [];
  });
}

export function areEqual(drafts: readonly unknown[]): boolean {
  return new Set(drafts.map(canonicalJson)).size <= 1;
}
