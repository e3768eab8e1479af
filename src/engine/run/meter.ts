/** A model for a tool that asks one itself, with a count of what that used. */

import type { Model } from '../models/model.ts';
import { NO_USAGE, type TaskUsage } from '../task/task.ts';
import { addUsage } from './run-result.ts';

export type Meter = { model: Model; used(): TaskUsage };

export function meterOf(model: Model): Meter {
  let used = NO_USAGE;
  return {
    used: () => used,
    model: {
      provider: model.provider,
      async *stream(request, signal) {
        for await (const chunk of model.stream(request, signal)) {
          if (chunk.type === 'usage') used = addUsage(used, { model_calls: 1, cost_usd: 0, ...chunk.usage });
          yield chunk;
        }
      },
    },
  };
}
