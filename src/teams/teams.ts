/** The teams. A new one is its two folders and a line here. */
import { healthTeam } from './health/index.ts';
import { researchTeam } from './research/index.ts';
import type { TeamFactory, TeamParts } from './team-parts.ts';

export const TEAMS: readonly TeamFactory[] = [healthTeam, researchTeam];

/** The modules as far as the agents' files are concerned: names of tools, callbacks and schemas. None of them can be called. */
export function describeTeams(teams: readonly TeamFactory[] = TEAMS) {
  return teams.map((create) => create({} as TeamParts));
}
