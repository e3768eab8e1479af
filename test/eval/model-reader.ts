/**
 * A model as a reader: the agents' own configs, instructions, tools and output schemas, through the real run loop, so that what is
 * measured is what a user would get.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadTeams } from '../../src/engine/agents/load.ts';
import { agentOf, type Team } from '../../src/engine/agents/team.ts';
import { knownToAgents } from '../../src/engine/known.ts';
import { createGateway } from '../../src/engine/models/gateway.ts';
import type { Message, ModelGateway } from '../../src/engine/models/model.ts';
import { loadModels } from '../../src/engine/models/models-file.ts';
import { createRouter } from '../../src/engine/models/router.ts';
import type { Task } from '../../src/engine/task/task.ts';
import { FUNCTION_NAMES } from '../../src/functions/agent-function.ts';
import { ConfigError, loadConfig } from '../../src/platform/config.ts';
import { toAppError } from '../../src/platform/errors.ts';
import type { Mention, MentionInput } from '../../src/record/mention.ts';
import { MACHINA_MED_STATE, openingState } from '../../src/teams/health/machina-med-state.ts';
import { describeTeams } from '../../src/teams/teams.ts';
import { taskRequest } from '../support/task-request.ts';
import { eventsOf, runAlone } from './alone.ts';
import type { Reader } from './reader.ts';

const TRIAGE = 'TriageAgent';
const EXTRACTORS = ['DataEntryAgent', 'DataExtractorAgent', 'MedicalMeasurementsAgent', 'MedicalContextAgent'];

const TRIES = 3;
const PAUSE_MS = 2_000;

/** Errors that the next row would meet too: the whole run stops. */
const FINAL_ERRORS = new Set(['config', 'model_quota', 'model_required', 'model_refused']);

const NEEDS: Record<string, string> = {
  gemini: 'Set GEMINI_API_KEY (see .env.example) to run --provider gemini.',
  openai:
    'Set OPENAI_BASE_URL (and OPENAI_MODEL, OPENAI_API_KEY where the server wants them) to run --provider openai.',
};

export async function createModelReader(provider: string, env: NodeJS.ProcessEnv): Promise<Reader> {
  const config = configFor(provider, env);
  const models = await loadModels(config.MODELS_FILE);
  const model = createGateway(createRouter(config, models, () => undefined));
  const team = (await loadTeams(config.AGENTS_DIR, knownToAgents(describeTeams(), null, FUNCTION_NAMES))).get('health');
  if (!team) throw new Error(`there is no health team in ${config.AGENTS_DIR}`);
  let unanswered = 0;

  async function withRetries<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await work();
      } catch (thrown) {
        const error = toAppError(thrown);
        if (FINAL_ERRORS.has(error.code)) throw error;
        if (error.policy.retry === 'never' || tried === TRIES) {
          unanswered += 1;
          return otherwise;
        }
        await sleep(error.retryAfterMs ?? PAUSE_MS * tried);
      }
    }
  }

  return {
    provider,
    unanswered: () => unanswered,
    triage: (text, earlier = []) =>
      withRetries(() => routeBy(onlyOnce(model), team, text, earlier), { route: 'unanswered' }),
    async extract(text, moment = { now: new Date(), timezone: 'UTC' }) {
      const turn = turnOf(text, moment);
      const read = EXTRACTORS.map((name) =>
        withRetries(async (): Promise<MentionInput[]> => {
          const { result } = await runAlone(agentOf(team, name), { team, model, turn, state: stateOf(turn) });
          return (result.output as { facts?: Mention[] } | undefined)?.facts ?? [];
        }, []),
      );
      return (await Promise.all(read)).flat();
    },
  };
}

function configFor(provider: string, env: NodeJS.ProcessEnv) {
  try {
    return loadConfig({ ...env, MODEL_PROVIDER: provider });
  } catch (error) {
    if (error instanceof ConfigError) throw new Error(`${NEEDS[provider] ?? ''}\n${error.message}`.trim());
    throw error;
  }
}

async function routeBy(model: ModelGateway, team: Team, text: string, earlier: readonly string[]) {
  const turn = turnOf(text, { now: new Date(), timezone: 'UTC' });
  const history = earlier.map((said): Message => ({ role: 'user', parts: [{ type: 'text', text: said }] }));
  const { writes } = await runAlone(agentOf(team, TRIAGE), { team, model, turn, history, state: stateOf(turn) });
  const [routed] = eventsOf(writes, 'routed');
  return { route: String(routed?.route ?? 'none') };
}

/** Where the message goes is the first answer; nobody is to answer it after that. */
function onlyOnce(model: ModelGateway): ModelGateway {
  let asked = false;
  return {
    offers: () => false,
    serves: () => ({ by: 'a script', usesTokens: false }),
    async *stream(request, signal) {
      const first = !asked;
      asked = true;
      if (first) yield* model.stream(request, signal);
      else yield { type: 'text', text: '-' };
    },
  };
}

function turnOf(text: string, { now, timezone }: { now: Date; timezone: string }): Task {
  const request = taskRequest({
    id: 'eval',
    tenant: 'eval',
    user_id: 'eval',
    subject: { kind: 'patient', id: 'eval' },
    user_location: { timezone },
    created_at: now.toISOString(),
  });
  return { ...request, text };
}

function stateOf(task: Task): Record<string, unknown> {
  return { [MACHINA_MED_STATE]: openingState(task) };
}
