/** The models of the agents: whether their servers have them, and what they can do. A hosted one is asked for nothing that costs money. */
import type { Probed } from '../../engine/models/model-watch.ts';
import { openModelsAlone } from '../../open-models.ts';
import type { Config } from '../../platform/config.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

/** The calls of the probe, on a small machine. */
const PROBE_MS = 90_000;

export async function checkModel(config: Config): Promise<Finding[]> {
  if (config.MODEL_PROVIDER === 'offline') return [ok('model', 'none: rules answer')];
  const limit = AbortSignal.timeout(PROBE_MS);
  try {
    const { modelWatch } = await openModelsAlone(config);
    return (await modelWatch.probe(limit)).map(findingOf);
  } catch (error) {
    if (limit.aborted)
      return [warn('model', `no answer within ${PROBE_MS / 1000} s`, 'ask again when its server is less busy')];
    return [fail('model', reasonOf(error), 'correct it in agents/models.yml or in the environment')];
  }
}

function findingOf({ sentence, facts, settings: { baseUrl, apiKey } }: Probed): Finding {
  switch (facts.state) {
    case 'ok':
      if (facts.listed) return warn('model', sentence, "correct the model's name, or load the model there");
      return facts.tools === false
        ? warn('model', sentence, 'ask a model that can call tools, or start its server so that it can')
        : ok('model', sentence);
    case 'loading':
      return warn('model', sentence, 'wait until it is loaded; turns wait or are answered by rules');
    case 'missing':
      return fail('model', sentence, "correct the model's name, or load the model there");
    default:
      return fail('model', sentence, `check the network and the server, or correct ${baseUrl} or ${apiKey}`);
  }
}
