/** What a tool can reach: the files that its team chooses, and nothing that the agent's config does not give access to. */
import { expect, test } from 'vitest';
import type { Agent } from '../../../src/engine/agents/team.ts';
import type { RunContext } from '../../../src/engine/run/context.ts';
import { equip } from '../../../src/engine/run/equipment.ts';
import type { TeamModule } from '../../../src/engine/run/team-module.ts';
import { toolContext } from '../../../src/engine/run/tool-context.ts';
import type { Tool } from '../../../src/engine/tools/tool.ts';
import type { Workspace } from '../../../src/engine/workspace/workspace.ts';
import { taskRequest } from '../../support/task-request.ts';

function opened(access: string[], module: Partial<TeamModule> = {}): string[] {
  const opened: string[] = [];
  const context = {
    task: { ...taskRequest({ id: 't1', tenant: 'clinic', user_id: 'u1' }), text: 'Hello' },
    equipment: equip([{ name: 'demo', subject: null, ...module }])('demo'),
    services: {
      workspaces: {
        open(tenant: string, owner: string) {
          opened.push(`${tenant} ${owner}`);
          return {} as Workspace;
        },
      },
    },
  } as unknown as RunContext;
  const tool = { name: 'write_file', needs: 'workspace' } as Tool;
  toolContext({ name: 'Solo', access } as unknown as Agent, context, tool, 's1', context.services.model).workspace();
  return opened;
}

test('tools work on the files of the user, unless the team chooses another owner', () => {
  expect(opened(['workspace'])).toEqual(['clinic user:u1']);
  expect(opened(['workspace'], { workspaceOf: () => 'agent:a1' })).toEqual(['clinic agent:a1']);
});

test('an agent whose config gives it no access to a workspace has no files, whatever tool it calls', () => {
  expect(() => opened([])).toThrow(expect.objectContaining({ code: 'access_forbidden' }));
});
