/**
 * The research team: the InteractionAgent talks to the user; research agents work for it, each with files, triggers and a lane of its
 * own. Their findings reach the user only through the InteractionAgent.
 */
import type { BuildOutwardQuery } from '../../engine/models/outward-query.ts';
import type { TeamModule } from '../../engine/run/team-module.ts';
import { readRules } from '../reading.ts';
import { besideRedFlags, redFlagPreface } from '../red-flag-preface.ts';
import type { TeamParts } from '../team-parts.ts';
import { researchCallbacks } from './callbacks.ts';
import { eraseResearch, stopResearch } from './erase.ts';
import { createResearchDesk, TEAM } from './fleet-desk.ts';
import { researchKeys } from './keys.ts';
import { type Mailer, openMailer } from './mail/mailer.ts';
import { RULES } from './offline/rules.ts';
import { agentOfTask } from './origin.ts';
import { SEARCH_MODEL } from './search/gemini-grounding.ts';
import { openSearch } from './search/open-search.ts';
import type { SearchEverywhere } from './search/search-everywhere.ts';
import { noteInSummary } from './session-summary.ts';
import { researchTools } from './tools/tools.ts';

export function researchTeam(parts: TeamParts): TeamModule {
  const { config, redis, keys, fleet, model, documents, library, workspaces, reading } = parts;
  const tag = keys?.tag ?? '';
  const desk = createResearchDesk({ redis, tag, fleet, workspaces, settings: config });
  const build: BuildOutwardQuery = (wish) => reading.read('outwardQuery', wish);
  let search: SearchEverywhere | undefined;
  let mailer: Mailer | undefined;
  const erasure = () => ({
    redis,
    keys: researchKeys(tag),
    engineKeys: keys,
    workspaces,
    dataDir: config.DATA_DIR,
    stopTrigger: desk.stopTrigger,
    undeliver: (key: string) => fleet.undeliver(key),
  });
  return {
    name: TEAM,
    subject: null,
    tools: researchTools(desk, () => {
      const google = model.offers(SEARCH_MODEL, 'google_search') ? model : null;
      search ??= openSearch(config, { documents, library }, build, google);
      return search;
    }),
    callbacks: researchCallbacks(desk, workspaces),
    offline: readRules(reading, TEAM, RULES),
    before: redFlagPreface(reading),
    beside: besideRedFlags,
    outwardQuery: build,
    workspaceOf(task) {
      const agent = agentOfTask(task);
      return agent ? `agent:${agent}` : `user:${task.user_id}`;
    },
    async ended({ task, result, reply, ms }) {
      await desk.remember(task, reply);
      if (reply && agentOfTask(task) === null) await noteInSummary(redis, keys, task, reply);
      // The time that a message waited in its lane does not count.
      await desk.account(task, result, ms / 1000);
    },
    erase: {
      stop: (tenant, { id }) => stopResearch(erasure(), { tenant, id }),
      forget: (tenant, { id }) => eraseResearch(erasure(), { tenant, id }),
    },
    fire: desk.fire,
    deliver(id, lastAttempt) {
      mailer ??= openMailer(config);
      return desk.deliver(id, mailer, lastAttempt);
    },
    async sweep() {
      await desk.restoreDeliveries();
      await desk.restoreTriggers();
    },
    async close() {
      mailer?.close();
    },
  };
}
