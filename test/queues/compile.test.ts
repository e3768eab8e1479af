/** From agent tree to flow: with a wrong shape, a turn would never end or run in the wrong order. */
import type { FlowJob } from 'bullmq';
import { expect, test } from 'vitest';
import { JOBS, jobKind, QUEUE_NAMES, QUEUES, type QueueName } from '../../queues/catalogue.ts';
import { compileRuns, compileTask } from '../../queues/compile.ts';
import { loadTeams } from '../../src/engine/agents/load.ts';
import type { Agent, Team } from '../../src/engine/agents/team.ts';
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
  const { run_id: runId } = job.data as { run_id?: string };
  const name = runId === undefined ? 'turn' : `${runId}@${job.queueName}`;
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
    expect(Object.keys(child.data as object).sort()).toEqual(['agent', 'run_id', 'task_id', 'team']);
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
  const runs = all(flow).map((job) => JOBS.run.payload.safeParse(job.data).data);
  expect(runs.flatMap((run) => (run?.speaks ? [run.agent] : []))).toEqual(['Seq', 'C']);
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

test('a job is named after its agent; what kind of job it is, queue and payload say, as they did before', async () => {
  const team = (await loadTeams('agents', knownToAgents(describeTeams(), null, FUNCTION_NAMES))).get('health') as Team;
  const jobs = all(compileTask(team, team.root, 'turn-1'));
  expect(jobs.map(({ name }) => name).slice(0, 2)).toEqual(['TusdiAI', 'TriageAgent']);
  const kinds = jobs.map(({ queueName, data }) => jobKind(queueName as QueueName, data));
  expect(kinds).toEqual(['task', 'run', 'run', 'run', 'run', 'run']);
  expect(jobKind('extractor', { task_id: 't', team: 'health', agents: ['A'] })).toBe('again');
  expect(jobKind('turn', {})).toBe('task');
  for (const queue of ['trigger', 'delivery', 'upkeep'] as const)
    for (const data of [{}, null, 'text', { run_id: 'x' }, { agents: [] }])
      expect(jobKind(queue, data)).toBe(QUEUES[queue].jobs[0]);
});

test('the name of an item’s job has its number, never its key; a later round and a hand-over are said', async () => {
  const team = await demo({ 'team.yml': teamYml('A'), A: llm('A') });
  const agent = team.agents.get('A') as Agent;
  const run = { agent, runId: 'p.1.diabetes.A', speaks: false };
  const named = [
    { ...run, part: { round: 1, item: 'diabetes' }, index: 2 },
    { ...run, part: { round: 3, item: 'diabetes' }, index: 2 },
    { ...run, from: 'B' },
  ].flatMap((one) => compileRuns([one], { team, taskId: 't', depth: 0, priority: 0 }).map(({ name }) => name));
  expect(named).toEqual(['A 2', 'A 2/round 3', 'A (from B)']);
});

test('every queue that a config may name exists and takes runs', () => {
  for (const name of WORKER_QUEUES) {
    expect(QUEUE_NAMES).toContain(name);
    expect(QUEUES[name].jobs).toContain('run');
  }
});
