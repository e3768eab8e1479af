/** What a team's module is made of: the libraries and stores that the process has opened. */

import type { Asker } from '../engine/access/principal.ts';
import type { SourceMetadata } from '../engine/models/citation.ts';
import type { ModelGateway } from '../engine/models/model.ts';
import type { TeamModule } from '../engine/run/team-module.ts';
import type { Fleet } from '../engine/task/fleet.ts';
import type { Keys } from '../engine/task/keys.ts';
import type { Documents } from '../engine/tools/documents.ts';
import type { WorkspaceStore } from '../engine/workspace/workspace.ts';
import type { Config } from '../platform/config.ts';
import type { RedisClient } from '../platform/lua.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Sandbox } from '../platform/sandbox/sandbox.ts';
import type { PatientRecord } from '../record/index.ts';
import type { Reading } from './reading.ts';

/** The documents of a tenant, as far as a team searches them itself: by words only, so that no query leaves this machine. */
export type TenantLibrary = {
  searchAs(asker: Asker): {
    search(
      query: { text: string; scopes: readonly string[]; match: 'keyword'; limit: number },
      signal?: AbortSignal,
    ): Promise<{ hits: readonly { document_id: string; chunk_id: string; text: string; source: SourceMetadata }[] }>;
  };
  /** Null if the asker cannot see it. */
  find(asker: Asker, id: string): Promise<{ patient_id: string | null } | null>;
};

export type TeamParts = {
  config: Config;
  redis: RedisClient;
  keys: Keys;
  fleet: Fleet;
  model: ModelGateway;
  documents: Documents;
  library: TenantLibrary;
  record: PatientRecord;
  workspaces: WorkspaceStore;
  metrics: Metrics;
  reading: Reading;
  sandbox: Sandbox;
};

/** Only keeps its parts; uses none of them before a hook of the module is called. */
export type TeamFactory = (parts: TeamParts) => TeamModule;
