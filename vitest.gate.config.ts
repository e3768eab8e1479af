/** What runs before each change: all but the files that test/night.ts names. It downloads nothing. */
import { mergeConfig } from 'vitest/config';
import { NIGHT_FILES, WORLD } from './test/night.ts';
import all from './vitest.config.ts';

export default mergeConfig(all, {
  test: { exclude: [...NIGHT_FILES, `${WORLD}/**`], provide: { mayDownload: false } },
});
