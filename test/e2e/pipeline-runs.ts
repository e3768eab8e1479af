/** Runs of pipelines over HTTP, as a client sees them, and fleets with a scripted model to run them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RunView } from '../../producers/functions/run-view.ts';
import type { Api } from '../support/api.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import {
  type ScriptedAnswer,
  type ScriptedGemini,
  type ScriptedRequest,
  startScriptedGemini,
} from '../support/scripted-gemini.ts';

export type Run<O = Record<string, unknown>> = Omit<RunView, 'output'> & { output: O | null };

export type StageEvent = {
  stage: string;
  round: number;
  item?: string;
  status: 'running' | 'success' | 'error';
  cached?: boolean;
};

type At = Pick<Api, 'call'> & { url: string };

/** Its id. */
export async function beginRun({ call }: At, pipeline: string, fields: Record<string, unknown>): Promise<string> {
  const { status, body } = await call('POST', `/v1/pipelines/${pipeline}/run?wait=0`, fields);
  if (status !== 202) throw new Error(`the run of ${pipeline} was answered with ${status}: ${JSON.stringify(body)}`);
  return String(body.run_id);
}

/** The ended run; the only time limit is the test's own. */
export async function endOfRun<O>(at: At, id: string): Promise<Run<O>> {
  // The stream ends with the run.
  await (await fetch(`${at.url}/v1/runs/${id}/events`)).text();
  return (await at.call('GET', `/v1/runs/${id}`)).body as unknown as Run<O>;
}

export async function runPipeline<O>(at: At, pipeline: string, fields: Record<string, unknown>): Promise<Run<O>> {
  return endOfRun<O>(at, await beginRun(at, pipeline, fields));
}

/** How the stages went, as the stream of the run tells it. */
export async function stageEvents({ url }: At, id: string): Promise<StageEvent[]> {
  const stream = await (await fetch(`${url}/v1/runs/${id}/events`)).text();
  return [...stream.matchAll(/^event: stage\ndata: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as StageEvent);
}

/** An answer of the model: a draft, as the function's schema has it. */
export function draft(value: object): ScriptedAnswer {
  return { text: JSON.stringify(value) };
}

export type Script = (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** What the fleet's processes are given, and where its library is. Closes with the test. */
export type Modelled = { model: ScriptedGemini; env: Record<string, string>; documents: string[] };

/** A model that plays a script, and a library that was filled without it: the scripted server makes no vectors. */
export async function scriptedModel(script: Script, library: readonly object[] = []): Promise<Modelled> {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-pipeline-'));
  const model = await startScriptedGemini(script);
  onTestFinished(async () => {
    await model.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const documents = library.length > 0 ? await fillLibrary(dir, library) : [];
  return { model, documents, env: { DATA_DIR: dir, GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } };
}

export async function startModelled(script: Script, library?: readonly object[]): Promise<Modelled & { fleet: Fleet }> {
  const modelled = await scriptedModel(script, library);
  const fleet = await startFleet({ env: modelled.env });
  onTestFinished(() => fleet.close());
  return { ...modelled, fleet };
}

/** Ids of the documents. */
async function fillLibrary(dir: string, library: readonly object[]): Promise<string[]> {
  const fleet = await startFleet({ env: { DATA_DIR: dir }, roles: [] });
  const added = [];
  for (const document of library) added.push((await fleet.call('POST', '/v1/library', document)).body.document_id);
  await fleet.close();
  return added.map(String);
}
