/** Which functions and pipelines there are. */
import { z } from 'zod';
import type { Pipeline } from '../../src/engine/agents/pipeline.ts';
import type { ModelGateway } from '../../src/engine/models/model.ts';
import type { AgentFunction } from '../../src/functions/agent-function.ts';
import { FunctionView, functionView, PipelineView, pipelineView } from '../../src/functions/describe.ts';
import type { Presets } from '../../src/functions/runtime/preset.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';

named('AgentFunction', FunctionView, { description: 'What a function takes and gives.' });
named('Pipeline', PipelineView, { description: 'The inputs and stages of a pipeline.' });
const FunctionList = named('FunctionList', z.object({ functions: z.array(FunctionView) }));
const PipelineList = named('PipelineList', z.object({ pipelines: z.array(PipelineView) }));

type Parts = {
  functions: readonly AgentFunction[];
  pipelines: readonly Pipeline[];
  presets: Presets;
  model: ModelGateway;
};

export function functionRoutes({ functions, pipelines, presets, model }: Parts): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/functions',
      operation: 'listFunctions',
      scope: 'functions:read',
      summary: 'The functions: what they take and give, their presets, and who answers for the models of these',
      tag: 'Functions',
      replies: { 200: { description: 'All of them', schema: FunctionList } },
      async handle() {
        return { status: 200, body: { functions: functions.map((one) => functionView(one, presets, model)) } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/pipelines',
      operation: 'listPipelines',
      scope: 'functions:read',
      summary: 'The pipelines: their inputs and stages',
      tag: 'Functions',
      replies: { 200: { description: 'All of them', schema: PipelineList } },
      async handle() {
        return { status: 200, body: { pipelines: pipelines.map(pipelineView) } };
      },
    }),
  ];
}
