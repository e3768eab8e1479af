/** A tool context of a user, and a way to use a store's tools as a run does: input and output pass their schemas. */
import { randomUUID } from 'node:crypto';
import type { Tool } from '../../../src/engine/tools/tool.ts';
import { hashTag } from '../../../src/platform/keys.ts';
import { storeKeys } from '../../../src/teams/assistant/store/keys.ts';
import { toolContext } from '../../engine/tools/context.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { taskRequest } from '../../support/task-request.ts';

/** 10:00 in Berlin, a Friday. */
export const NOW = new Date('2026-11-20T09:00:00.000Z');

export type Who = { tenant?: string; user_id?: string; key?: string; now?: Date; timezone?: string };

/** Redis and keys that no other test has. */
export function testStore() {
  const prefix = testPrefix();
  return { redis: testRedis(), keys: storeKeys(hashTag(prefix)), prefix };
}

export function userOf(tools: readonly Tool[]) {
  return async (name: string, input: unknown, who: Who = {}): Promise<Record<string, unknown>> => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    const { tenant = 'local', user_id = 'anna', key = randomUUID(), now = NOW, timezone = 'Europe/Berlin' } = who;
    const task = { ...taskRequest({ id: 'turn-1', tenant, user_id }), text: '' };
    const context = toolContext({ task, now, timezone, idempotencyKey: key });
    return tool.output.parse(await tool.run(tool.input.parse(input), context)) as Record<string, unknown>;
  };
}
