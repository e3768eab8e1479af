/** A folder is called what it holds, and a name belongs to one agent. */
import { placeOf, type Rule } from './rule.ts';

export const names: Rule = (team, _known, report) => {
  if (team.config && team.config.name !== team.folder) {
    report(
      team.source,
      ['name'],
      `the team "${team.config.name}" is in the folder "${team.folder}"`,
      'give both one name',
    );
  }
  const taken = new Map<string, string>();
  // Those that are called as their folder have the better claim to the name.
  const rightful = (draft: (typeof team.agents)[number]) => Number(draft.config.name === draft.folder);
  for (const draft of [...team.agents].sort((a, b) => rightful(b) - rightful(a))) {
    const { source, folder, config } = draft;
    const owner = taken.get(config.name);
    if (owner !== undefined) {
      const fix = config.name === folder ? 'rename one of them' : `name it "${folder}" like its folder`;
      report(source, ['name'], `the name "${config.name}" is taken by ${owner}`, fix);
    } else if (config.name !== folder) {
      report(source, ['name'], `the agent "${config.name}" is in the folder "${folder}"`, 'give both one name');
    }
    if (owner === undefined) taken.set(config.name, placeOf(source, ['name']));
  }
};
