/** The test files that only `npm run test:all` runs, and why. Every other file is the gate, which runs before each change. */
type Night = { why: string; files: readonly string[] };

export const NIGHT: readonly Night[] = [
  {
    why: 'kills processes or servers and waits for what survives; the gate kills one worker (chaos/killed-in-a-tool)',
    files: [
      'test/chaos/killed-a2a-calls.test.ts',
      'test/chaos/killed-a2a.test.ts',
      'test/chaos/killed-in-a-run.test.ts',
      'test/chaos/killed-processes.test.ts',
      'test/chaos/killed-remote-calls.test.ts',
      'test/chaos/poison-job.test.ts',
      'test/chaos/redis-away.test.ts',
      'test/chaos/refusing-redis.test.ts',
      'test/chaos/restarted-redis.test.ts',
      'test/chaos/triggers.test.ts',
      'test/e2e/start-again.test.ts',
      'test/producers/turns/obstacles.test.ts',
      'test/record/embedded-full-disk.test.ts',
      'test/record/embedded-processes.test.ts',
      'test/workers/serve-a2a.test.ts',
      'test/workers/watch-workers.test.ts',
    ],
  },
  {
    why: 'pages in a browser; the gate has the conversation, the record, signing in and hostile text',
    files: [
      'test/dashboard/board-fleet.test.ts',
      'test/dashboard/board-page.test.ts',
      'test/dashboard/console/conversation-hostile.test.ts',
      'test/dashboard/console/conversation-kept.test.ts',
      'test/dashboard/console/conversation-phone.test.ts',
      'test/dashboard/console/conversation-reports.test.ts',
      'test/dashboard/console/conversation-stream.test.ts',
      'test/dashboard/console/demo.test.ts',
      'test/dashboard/console/fleet.test.ts',
      'test/dashboard/console/named-characters.test.ts',
      'test/dashboard/console/record-large.test.ts',
      'test/dashboard/console/record-share.test.ts',
      'test/dashboard/console/research.test.ts',
      'test/dashboard/console/turn.test.ts',
      'test/dashboard/console/turns-large.test.ts',
      'test/e2e/browser.test.ts',
    ],
  },
  {
    why: 'runs whole commands as processes of their own, each of which loads everything',
    files: [
      'test/cli/commands.test.ts',
      'test/cli/completion.test.ts',
      'test/cli/doctor.test.ts',
      'test/cli/usage.test.ts',
      'test/docs-backup.test.ts',
      'test/docs-commands.test.ts',
      'test/e2e/keys-cli.test.ts',
      'test/e2e/own-agents.test.ts',
      'test/engine/agents/agents-check.test.ts',
      'test/examples/agent.test.ts',
      'test/examples/offline.test.ts',
      'test/examples/remote.test.ts',
      'test/platform/command-line.test.ts',
      'test/teams/research/log-words.test.ts',
    ],
  },
  {
    why: 'needs a Neo4j for minutes; the gate runs the contract of the record where a server or its jars are there',
    files: [
      'test/e2e/neo4j.test.ts',
      'test/functions/library/neo4j.test.ts',
      'test/record/move.test.ts',
      'test/record/neo4j-graph.test.ts',
      'test/record/neo4j-server.test.ts',
    ],
  },
  {
    why: 'several Redis servers: a cluster, sentinels',
    files: ['test/e2e/cluster.test.ts', 'test/platform/redis.test.ts'],
  },
  {
    why: 'programs that attack the sandbox or use it up, one way after the other; the gate has platform/sandbox/sandbox',
    files: [
      'test/engine/workspace/processes.test.ts',
      'test/engine/workspace/sandbox.test.ts',
      'test/platform/sandbox/limits.test.ts',
      'test/platform/sandbox/secrets.test.ts',
    ],
  },
  {
    why: 'requests that are made to cost work or time: a megabyte of hostile text, ten million elements, a byte a second',
    files: [
      'test/fuzz/fuzz.test.ts',
      'test/producers/functions/hostile-functions.test.ts',
      'test/producers/hostile-nesting.test.ts',
      'test/producers/http/hostile-json.test.ts',
      'test/producers/http/slow-clients.test.ts',
      'test/teams/health/offline/hostile.test.ts',
    ],
  },
  {
    why: 'whole teams and pipelines at work over many jobs, each part of which the gate tests alone',
    files: [
      'test/e2e/a2a-protocol.test.ts',
      'test/e2e/assistant-model.test.ts',
      'test/e2e/assistant-offline.test.ts',
      'test/e2e/assistant-transfers.test.ts',
      'test/e2e/chapter-pipeline.test.ts',
      'test/e2e/code-pipeline.test.ts',
      'test/e2e/computed-answers.test.ts',
      'test/e2e/function-agents.test.ts',
      'test/e2e/gemini.test.ts',
      'test/e2e/hard-messages.test.ts',
      'test/e2e/library-answers.test.ts',
      'test/e2e/tutor-model.test.ts',
      'test/e2e/tutor-transfers.test.ts',
      'test/e2e/tutor.test.ts',
      'test/e2e/two-slots.test.ts',
      'test/functions/analysis/sonarqube.test.ts',
      'test/producers/demo/demo.test.ts',
      'test/producers/functions/functions.test.ts',
      'test/teams/research/due-triggers.test.ts',
      'test/teams/research/scripted.test.ts',
      'test/teams/tutor/content.test.ts',
    ],
  },
  {
    why: 'parts whose every rule is tested more cheaply in the gate, seen here under load, over retries or on other stores',
    files: [
      'test/engine/run/dispatch.test.ts',
      'test/engine/run/safe-agent-tool-video.test.ts',
      'test/engine/run/safe-agent-tool.test.ts',
      'test/engine/workspace/s3.test.ts',
      'test/interop/remote/a2a/two-fleets.test.ts',
      'test/interop/remote/thousand-calls.test.ts',
      'test/platform/embedded-redis.test.ts',
      'test/producers/fleet/fleet.test.ts',
      'test/producers/http/openapi.test.ts',
      'test/queues/upkeep-scale.test.ts',
      'test/teams/research/flows.test.ts',
    ],
  },
  {
    why: 'analyses every pattern; the gate analyses those that are new',
    files: ['test/patterns/every-pattern.test.ts'],
  },
  {
    why: 'waits for the heartbeat of every kind of stream; the gate does so for one (producers/access/sign-in)',
    files: ['test/producers/revoked-streams.test.ts'],
  },
];

/** What others wrote, from registries: a part of its own, `npm run test:all -- world`. */
export const WORLD = 'test/world';

export const NIGHT_FILES: string[] = NIGHT.flatMap(({ files }) => files);

export function isLeftToTheNight(file: string): boolean {
  return NIGHT_FILES.includes(file) || file.startsWith(`${WORLD}/`);
}
