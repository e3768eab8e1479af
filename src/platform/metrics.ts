/** The process's Prometheus metrics. Labels are queue, outcome and route names: never a person, a turn or a text. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'medfleet_' });
  const registers = [registry];
  return {
    registry,
    jobSeconds: new Histogram({
      name: 'medfleet_job_seconds',
      help: 'Time a worker spent on a job',
      labelNames: ['queue', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
    turnSeconds: new Histogram({
      name: 'medfleet_turn_seconds',
      help: 'Time from admission to the end of a turn',
      labelNames: ['team', 'status'],
      buckets: SECONDS,
      registers,
    }),
    transfers: new Counter({
      name: 'medfleet_transfers_total',
      help: 'Hand-overs that agents have asked for',
      labelNames: ['team', 'from', 'to', 'outcome'],
      registers,
    }),
    factsFiled: new Counter({
      name: 'medfleet_facts_filed_total',
      help: 'Facts filed in records',
      labelNames: ['kind'],
      registers,
    }),
    factsRefused: new Counter({
      name: 'medfleet_facts_refused_total',
      help: 'What extractors said and the record does not take in: too long, out of bounds, or not in the message',
      labelNames: ['reason'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'medfleet_http_request_seconds',
      help: 'Time to answer an HTTP request',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    a2aServedSeconds: new Histogram({
      name: 'medfleet_a2a_served_seconds',
      help: 'Time to answer a call of an agent over the A2A envelope',
      labelNames: ['agent', 'action', 'code'],
      buckets: SECONDS,
      registers,
    }),
    pushes: new Counter({
      name: 'medfleet_a2a_pushes_total',
      help: 'Updates of A2A tasks for webhooks: sent, to be tried again, given up',
      labelNames: ['outcome'],
      registers,
    }),
    jobs: new Gauge({
      name: 'medfleet_queue_jobs',
      help: 'Jobs by queue and state',
      labelNames: ['queue', 'state'],
      registers,
    }),
    pausedQueues: new Gauge({
      name: 'medfleet_queue_paused',
      help: '1: an operator has paused the queue',
      labelNames: ['queue'],
      registers,
    }),
    openTurns: new Gauge({ name: 'medfleet_open_turns', help: 'Turns admitted and not ended', registers }),
    unfinishedTasks: new Gauge({
      name: 'medfleet_unfinished_tasks',
      help: 'Ended tasks for which something is still to be done, such as filing their facts',
      registers,
    }),
    remoteCallSeconds: new Histogram({
      name: 'medfleet_remote_call_seconds',
      help: 'Time of a call to a remote agent, with its retries',
      labelNames: ['agent', 'action', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
    remoteRetries: new Counter({
      name: 'medfleet_remote_retries_total',
      help: 'Requests to remote agents that were made again',
      labelNames: ['agent', 'action'],
      registers,
    }),
    remoteCircuit: new Gauge({
      name: 'medfleet_remote_circuit_state',
      help: 'The circuit of an instance of a remote agent: 0 closed, 1 half open, 2 open',
      labelNames: ['agent', 'instance'],
      registers,
    }),
  };
}
