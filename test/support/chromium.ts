/** The browser that the browser tests drive: an installed one, never a download. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// src/platform/bootstrap.mjs looks in the same places.
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPS = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);

/** CHROMIUM_PATH decides when it is set. */
export function chromiumPath(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...MAC_APPS];
  const found = candidates.find(isExecutable);
  if (!found) throw new Error('No Chromium or Chrome here: npm test installs one, or set CHROMIUM_PATH');
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
