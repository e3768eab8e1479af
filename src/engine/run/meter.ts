/** A model for a tool that thinks for itself (video insight does), with a count of what that used. */

import type { Model } from '../models/model.ts';
import type { TurnUsage } from '../task/turn.ts';
import { addUsage, NO_USAGE } from './run-result.ts';

export type Meter = { model: Model; used(): TurnUsage };

export function meterOf(model: Model): Meter {
  let used = NO_USAGE;
  return {
    used: () => used,
    model: {
      async *stream(request, signal) {
        for await (const chunk of model.stream(request, signal)) {
          if (chunk.type === 'usage') used = addUsage(used, { model_calls: 1, ...chunk.usage });
          yield chunk;
        }
      },
    },
  };
}
