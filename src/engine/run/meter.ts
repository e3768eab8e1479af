/** A model for a tool that asks one itself, with a count of what that used. */

import type { ModelGateway } from '../models/model.ts';
import { NO_USAGE, type TaskUsage } from '../task/task.ts';
import { addUsage, answerUsage } from './run-result.ts';

export type Meter = { model: ModelGateway; used(): TaskUsage };

export function meterOf(model: ModelGateway): Meter {
  let used = NO_USAGE;
  return {
    used: () => used,
    model: {
      offers: model.offers,
      serves: model.serves,
      async *stream(request, signal) {
        for await (const chunk of model.stream(request, signal)) {
          if (chunk.type === 'usage') used = addUsage(used, answerUsage(chunk.usage));
          yield chunk;
        }
      },
    },
  };
}
