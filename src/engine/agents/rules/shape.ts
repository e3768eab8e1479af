/** Which fields go together within one agent: what its kind needs. */
import type { Rule } from './rule.ts';

export const shape: Rule = (team, known, report) => {
  for (const draft of team.agents) {
    if (draft.refused(['type'])) continue;
    const { config, source } = draft;
    known.kinds[config.type].validate(draft, report);
    if (config.type !== 'loop' && config.max_iterations !== undefined)
      report(source, ['max_iterations'], 'only a loop has max_iterations', 'remove it, or make it "type: loop"');
  }
};
