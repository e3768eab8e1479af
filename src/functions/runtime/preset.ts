/** A preset: which models work on a draft, in which roles, and how they work together. agents/presets.yml lists them. */

/** What each mode does: `modes/`. */
export const MODES = ['single', 'critique', 'debate', 'pipeline', 'ensemble'] as const;
export type Mode = (typeof MODES)[number];

/** The stages of a pipeline, with what each is told to look after. */
export const STAGES = {
  drafter: 'Write the first draft. Be complete: others improve the wording.',
  thinker: 'Reason about the task step by step: find wrong conclusions, missing cases and contradictions.',
  coder: 'Make everything technical exact and working: code, names, commands, figures.',
  refiner: 'Make it clearer and shorter without losing a fact.',
  validator: 'Check each statement against the task and its material; correct or remove what does not hold.',
  expander: 'Add what the task asks for and the draft leaves out. Add nothing that its material does not say.',
} as const;

export const ROLES = ['writer', 'generator', 'critic', 'debater', 'voter', ...stages()] as const;
export type Role = (typeof ROLES)[number];

export type Member = { role: Role; model: string };

export type Preset = { name: string; mode: Mode; members: readonly Member[] };

/** By name. */
export type Presets = ReadonlyMap<string, Preset>;

function stages(): (keyof typeof STAGES)[] {
  return Object.keys(STAGES) as (keyof typeof STAGES)[];
}
