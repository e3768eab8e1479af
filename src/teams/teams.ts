/** The list of teams. Adding a team takes its two folders and a line here. */
import { assistantTeam } from './assistant/index.ts';
import { healthTeam } from './health/index.ts';
import { researchTeam } from './research/index.ts';
import type { TeamFactory, TeamParts } from './team-parts.ts';
import { tutorTeam } from './tutor/index.ts';

export const TEAMS: readonly TeamFactory[] = [healthTeam, researchTeam, assistantTeam, tutorTeam];

/**
 * The modules for checking the agents' files: names of tools, callbacks and schemas. Their functions must not be called, but for the
 * rules and the preface where there is something to read messages with.
 */
export function describeTeams(teams: readonly TeamFactory[] = TEAMS, parts: Partial<Pick<TeamParts, 'reading'>> = {}) {
  return teams.map((create) => create(parts as TeamParts));
}
