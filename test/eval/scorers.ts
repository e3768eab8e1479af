/** Every scorer there is, in the order of the table: one file each in `scorers/`, which exports `<name>Scorer`. */
import { readdirSync } from 'node:fs';
import type { Scorer } from './scorer.ts';

const FOLDER = new URL('./scorers/', import.meta.url);

export type Found = { name: string; scorer?: Scorer; problem?: string };

/** A scorer that cannot be loaded is reported like one that fails; the others are not held up by it. */
export async function findScorers(): Promise<Found[]> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
  return (await Promise.all(files.sort().map(load))).flat();
}

async function load(file: string): Promise<Found[]> {
  const name = file.replace(/\.ts$/, '');
  try {
    const module = (await import(new URL(file, FOLDER).href)) as Record<string, unknown>;
    const scorers = Object.entries(module).flatMap(([key, value]) => (key.endsWith('Scorer') ? [value as Scorer] : []));
    return scorers.map((scorer) => ({ name: scorer.name, scorer }));
  } catch (error) {
    return [{ name, problem: `cannot be loaded: ${(error as Error).message.split('\n')[0]}` }];
  }
}
