/** Which preset a call uses: the one it names, its variant's, its quality's, or the function's default, in this order. */
import type { CallOptions } from '../../engine/run/functions.ts';
import { AppError } from '../../platform/errors.ts';
import { suggest } from '../../platform/nearest.ts';
import type { AgentFunction } from '../agent-function.ts';
import type { Preset, Presets } from './preset.ts';

export function choosePreset({ presets: own, name }: AgentFunction, presets: Presets, options: CallOptions): Preset {
  const { preset, variant, quality } = options;
  if (preset !== undefined) return presets.get(preset) ?? unknown('preset', preset, presets.keys());
  const chosen =
    (variant !== undefined && named('variant', own.variants, variant)) ||
    (quality !== undefined && named('quality', own.quality, quality)) ||
    own.default;
  const found = presets.get(chosen);
  // The check of the file has shown that it is there.
  if (!found) throw new Error(`${name} uses the preset ${chosen}, which does not exist`);
  return found;
}

function named(field: string, table: Readonly<Record<string, string>>, key: string): string {
  return new Map(Object.entries(table)).get(key) ?? unknown(field, key, Object.keys(table));
}

function unknown(field: string, given: string, known: Iterable<string>): never {
  throw new AppError('invalid', `There is no such ${field}; see errors.`, {
    errors: [{ path: field, message: `unknown ${field}: ${suggest(given, known)}` }],
  });
}
