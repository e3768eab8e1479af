/** What a team's module is made of: the libraries and stores that the process has opened. */

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

export type TeamParts = {
  config: Config;
  redis: RedisClient;
  keys: Keys;
  fleet: Fleet;
  model: ModelGateway;
  documents: Documents;
  record: PatientRecord;
  workspaces: WorkspaceStore;
  metrics: Metrics;
  reading: Reading;
  sandbox: Sandbox;
};

/** Only keeps its parts; uses none of them before a hook of the module is called. */
export type TeamFactory = (parts: TeamParts) => TeamModule;
