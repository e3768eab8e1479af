/** Which places are searched, by the settings: the team's own library where there is one. */
import type { Config } from '../../platform/config.ts';
import { createLibrary } from './library.ts';
import { createSearch, type SearchEverywhere } from './search-everywhere.ts';

export function openSearch({ LIBRARY_DIR }: Pick<Config, 'LIBRARY_DIR'>): SearchEverywhere {
  return createSearch(LIBRARY_DIR ? [createLibrary(LIBRARY_DIR)] : []);
}
