/**
 * For the tools over an agent's files: errors that a model can fix (a wrong path, a full workspace) are returned to it; the rest
 * throws.
 */
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';

export const FileError = z.object({ error: z.string() });

export const PATH_HELP = 'Relative to your workspace, such as reports/summary.md';

const FIXABLE = new Set(['invalid', 'not_found', 'workspace_full']);

export async function answered<T>(work: Promise<T>): Promise<T | { error: string }> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof AppError && FIXABLE.has(thrown.code)) return { error: thrown.message };
    throw thrown;
  }
}
