/** Whose files a tool gets to see: those of the agent whose turn it is, and none where the agent's config gives it none. */
import { expect, test } from 'vitest';
import type { Agent } from '../../../src/engine/agents/team.ts';
import type { RunContext } from '../../../src/engine/run/context.ts';
import { toolContext } from '../../../src/engine/run/tool-context.ts';
import type { Origin } from '../../../src/engine/task/turn.ts';
import type { Tool } from '../../../src/engine/tools/tool.ts';
import type { Workspace } from '../../../src/engine/workspace/workspace.ts';

function opened(agent: Partial<Agent>, origin: Origin): string[] {
  const opened: string[] = [];
  const context = {
    turn: {
      turn_id: 't1',
      tenant: 'clinic',
      patient_id: 'p1',
      user_id: 'u1',
      origin,
      created_at: '2026-03-01T08:00:00Z',
    },
    services: {
      workspaces: {
        open(tenant: string, owner: string) {
          opened.push(`${tenant} ${owner}`);
          return {} as Workspace;
        },
      },
    },
  } as unknown as RunContext;
  const tool = { name: 'write_file' } as Tool;
  toolContext({ name: 'Solo', ...agent } as Agent, context, tool, 's1', context.services.model).workspace();
  return opened;
}

test('a research agent works on its own files, the one that speaks to the user on that user’s', () => {
  const own = { workspace: 'own' } as const;
  expect(opened(own, { kind: 'user' })).toEqual(['clinic user:u1']);
  expect(opened(own, { kind: 'report', agent_id: 'a1', report_id: 'r1' })).toEqual(['clinic user:u1']);
  expect(opened(own, { kind: 'message', agent_id: 'a1' })).toEqual(['clinic agent:a1']);
  expect(opened(own, { kind: 'trigger', agent_id: 'a1', trigger_id: 'x' })).toEqual(['clinic agent:a1']);
});

test('an agent whose config does not say workspace: own has no files, whatever tool it calls', () => {
  expect(() => opened({ workspace: 'none' }, { kind: 'user' })).toThrow(
    expect.objectContaining({ code: 'workspace_forbidden' }),
  );
});
