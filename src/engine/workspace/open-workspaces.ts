/** Opens the workspaces, and the bytes of artifacts, where the settings say: a folder under DATA_DIR, or a bucket. */
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { openFolderObjects } from './folder-objects.ts';
import { createWorkspaceStore } from './kept-workspace.ts';
import type { Objects } from './objects.ts';
import { openS3Objects, type S3Settings } from './s3-objects.ts';
import type { WorkspaceStore } from './workspace.ts';

type Settings = Pick<
  Config,
  'DATA_DIR' | 'WORKSPACE_URL' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

export async function openWorkspaces(settings: Settings): Promise<WorkspaceStore> {
  return createWorkspaceStore(await openObjects(settings, 'workspaces'));
}

export function openArtifactObjects(settings: Settings): Promise<Objects> {
  return openObjects(settings, 'artifacts');
}

/** In a bucket, workspaces have no folder of their own below WORKSPACE_URL. */
function openObjects(settings: Settings, folder: 'workspaces' | 'artifacts'): Promise<Objects> {
  const { DATA_DIR, WORKSPACE_URL } = settings;
  if (!WORKSPACE_URL) return openFolderObjects(join(DATA_DIR, folder));
  return openS3Objects(s3Settings(settings, WORKSPACE_URL, folder === 'workspaces' ? [] : [folder]));
}

function s3Settings(settings: Settings, url: string, below: readonly string[]): S3Settings {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new AppError('config', 'WORKSPACE_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  const [bucket = '', ...prefix] = url
    .slice('s3://'.length)
    .replace(/\/{1,20}$/, '')
    .split('/');
  return {
    endpoint: S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`,
    region: S3_REGION,
    bucket,
    prefix: [...prefix, ...below].join('/'),
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
