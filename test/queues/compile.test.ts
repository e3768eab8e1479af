/** From agent tree to flow: with a wrong shape, a turn would never end or run in the wrong order. */
import type { FlowJob } from 'bullmq';
import { expect, test } from 'vitest';
import { QUEUE_NAMES, QUEUES } from '../../queues/catalogue.ts';
import { compileTask } from '../../queues/compile.ts';
import { loadTeams } from '../../src/engine/agents/load.ts';
import type { Team } from '../../src/engine/agents/team.ts';
import { WORKER_QUEUES } from '../../src/engine/agents/worker-queues.ts';
import { knownToAgents } from '../../src/engine/known.ts';
import { FUNCTION_NAMES } from '../../src/functions/agent-function.ts';
import { describeTeams } from '../../src/teams/teams.ts';
import { KNOWN, llm, teamYml, writeTeam } from '../engine/agents/team-files.ts';

const group = (name: string, type: string, subs: string[], ...more: string[]) =>
  [
    `name: ${name}`,
    `type: ${type}`,
    'description: A group',
    'worker: turn',
    `sub_agents: [${subs.join(', ')}]`,
    ...more,
  ].join('\n');

async function demo(files: Record<string, string>): Promise<Team> {
  return (await loadTeams(await writeTeam(files), KNOWN)).get('demo') as Team;
}

/** The flow as nested names, e.g. turn(A, Seq(C(B(A)))). */
function shape(job: FlowJob): string {
  const name = job.name === 'task' ? 'turn' : `${(job.data as { run_id: string }).run_id}@${job.queueName}`;
  return job.children?.length ? `${name}(${job.children.map(shape).join(', ')})` : name;
}

function all(job: FlowJob): FlowJob[] {
  return [job, ...(job.children ?? []).flatMap(all)];
}

test('the health team fans out into triage beside four extractors', async () => {
  const team = (await loadTeams('agents', knownToAgents(describeTeams(), null, FUNCTION_NAMES))).get('health') as Team;
  const flow = compileTask(team, team.root, 'turn-1');
  expect(shape(flow)).toBe(
    'turn(TusdiAI.TriageAgent@triage, TusdiAI.ParallelDataExtractor.DataEntryAgent@extractor, TusdiAI.ParallelDataExtractor.DataExtractorAgent@extractor, TusdiAI.ParallelDataExtractor.MedicalMeasurementsAgent@extractor, TusdiAI.ParallelDataExtractor.MedicalContextAgent@extractor)',
  );
});

test('no job waits for a failed child, every id is derived from the task, and payloads carry only ids', async () => {
  const team = (await loadTeams('agents', knownToAgents(describeTeams(), null, FUNCTION_NAMES))).get('health') as Team;
  const [turn, ...children] = all(compileTask(team, team.root, 'turn-1'));
  expect(turn?.opts?.jobId).toBe('turn-1');
  // What is the same for all jobs is not stored with each of them.
  for (const job of [turn, ...children]) expect(Object.keys(job?.opts ?? {})).not.toContain('removeOnComplete');
  for (const child of children) {
    expect(child.opts).toMatchObject({ ignoreDependencyOnFailure: true, jobId: expect.stringMatching(/^turn-1\./) });
    expect(Object.keys(child.data as object).sort()).toEqual(['agent', 'depth', 'run_id', 'speaks', 'task_id', 'team']);
  }
});

test('a sequence is a chain: each stage is the child of the next, and only the last speaks', async () => {
  const team = await demo({
    'team.yml': teamYml('Seq'),
    Seq: group('Seq', 'sequential', ['A', 'B', 'C']),
    A: llm('A'),
    B: llm('B'),
    C: llm('C'),
  });
  const flow = compileTask(team, team.root, 't');
  expect(shape(flow)).toBe('turn(Seq@turn(Seq.C@triage(Seq.B@triage(Seq.A@triage))))');
  const speaking = all(flow).filter((job) => job.name === 'run' && (job.data as { speaks: boolean }).speaks);
  expect(speaking.map((job) => (job.data as { agent: string }).agent)).toEqual(['Seq', 'C']);
});

test('a loop and a sequence of mixed stages add their children themselves', async () => {
  const team = await demo({
    'team.yml': teamYml('Root'),
    Root: group('Root', 'parallel', ['Again', 'Mixed']),
    Again: group('Again', 'loop', ['A'], 'max_iterations: 3'),
    Mixed: group('Mixed', 'sequential', ['B', 'C']),
    A: llm('A'),
    B: llm('B', 'dispatch: inline'),
    C: llm('C'),
  });
  expect(shape(compileTask(team, team.root, 't'))).toBe('turn(Root.Again@turn, Root.Mixed@turn)');
});

test('the stages of a sequence before the first inline one are laid out', async () => {
  const team = await demo({
    'team.yml': teamYml('Seq'),
    Seq: group('Seq', 'sequential', ['A', 'B', 'C', 'D']),
    A: llm('A'),
    B: llm('B'),
    C: llm('C', 'dispatch: inline'),
    D: llm('D'),
  });
  expect(shape(compileTask(team, team.root, 't'))).toBe('turn(Seq@turn(Seq.B@triage(Seq.A@triage)))');
});

test('inline agents have no job of their own', async () => {
  const team = await demo({
    'team.yml': teamYml('Root'),
    Root: group('Root', 'parallel', ['A', 'B']),
    A: llm('A', 'dispatch: inline'),
    B: llm('B'),
  });
  expect(shape(compileTask(team, team.root, 't'))).toBe('turn(Root.B@triage)');
});

test('every queue that a config may name exists and takes runs', () => {
  for (const name of WORKER_QUEUES) {
    expect(QUEUE_NAMES).toContain(name);
    expect(QUEUES[name].jobs).toContain('run');
  }
});
