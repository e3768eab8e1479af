/** The list of teams. Adding a team takes its two folders and a line here. */
import { healthTeam } from './health/index.ts';
import { researchTeam } from './research/index.ts';
import type { TeamFactory, TeamParts } from './team-parts.ts';

export const TEAMS: readonly TeamFactory[] = [healthTeam, researchTeam];

/** The modules for checking the agents' files: names of tools, callbacks and schemas. Their functions must not be called. */
export function describeTeams(teams: readonly TeamFactory[] = TEAMS) {
  return teams.map((create) => create({} as TeamParts));
}
