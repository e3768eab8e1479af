/** Opens the workspaces where the settings say: a folder under DATA_DIR, or a bucket. */
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { openFolderObjects } from './folder-objects.ts';
import { createWorkspaceStore } from './kept-workspace.ts';
import { openS3Objects, type S3Settings } from './s3-objects.ts';
import type { WorkspaceStore } from './workspace.ts';

type Settings = Pick<
  Config,
  'DATA_DIR' | 'WORKSPACE_URL' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

export async function openWorkspaces(settings: Settings): Promise<WorkspaceStore> {
  const { DATA_DIR, WORKSPACE_URL } = settings;
  const objects = WORKSPACE_URL
    ? await openS3Objects(s3Settings(settings, WORKSPACE_URL))
    : await openFolderObjects(join(DATA_DIR, 'workspaces'));
  return createWorkspaceStore(objects);
}

function s3Settings(settings: Settings, url: string): S3Settings {
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
    prefix: prefix.join('/'),
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
