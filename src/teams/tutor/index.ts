/**
 * The tutor team (medmentor): a supervisor with local agents that explain, quiz, show flashcards and search the library, and two remote
 * ones that analyse progress and schedule reviews. The remote ones are served from here too, by processes of their own.
 */
import type { TeamModule } from '../../engine/run/team-module.ts';
import { readRules } from '../reading.ts';
import { besideRedFlags, redFlagPreface } from '../red-flag-preface.ts';
import type { TeamParts } from '../team-parts.ts';
import { analyticsAgent } from './analytics/analytics-agent.ts';
import { createTutorDesk } from './desk.ts';
import { eraseStudy } from './erase.ts';
import { tutorKeys } from './keys.ts';
import { RULES } from './offline/rules.ts';
import { schedulerAgent } from './scheduler/scheduler-agent.ts';
import { STUDY } from './tools/note-topics.tool.ts';
import { tutorTools } from './tools/tools.ts';

const TEAM = 'tutor';

export function tutorTeam({ redis, keys: engineKeys, reading }: TeamParts): TeamModule {
  const keys = tutorKeys(engineKeys?.tag ?? '');
  const desk = createTutorDesk(redis, keys, reading);
  return {
    name: TEAM,
    subject: null,
    tools: tutorTools(desk),
    offline: readRules(reading, TEAM, RULES),
    // Null, not an empty list: Lua writes that as an object.
    opening: () => ({ [STUDY]: { topics: null } }),
    before: redFlagPreface(reading),
    beside: besideRedFlags,
    serves: [analyticsAgent(desk), schedulerAgent(desk)],
    erase: {
      // Nothing of the team runs by itself.
      stop: async () => undefined,
      forget: (tenant, { id }) => eraseStudy(redis, keys, { tenant, user_id: id }),
    },
  };
}
