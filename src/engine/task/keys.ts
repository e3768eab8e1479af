/** Every key that the engine keeps in Redis. BullMQ's own keys are below `bull`; a team's keys are in its own layout. */
import { hashTag, type KeyBuilders, keyBuilders } from '../../platform/keys.ts';

/** In the place of a run: the job of the task itself, which gathers the others' results. */
export const TASK_RUN = 'task';

export const LAYOUT = {
  /** What was asked, how it stands, and in the end its result. */
  task: 'task:{id}',
  /** The steps of one job's runs, read when that job runs again. */
  journal: 'task:{id}:journal:{run}',
  /** The results of all runs, by run id. */
  results: 'task:{id}:results',
  /** When its runs and steps began and ended, without any text; stays as long as the task. */
  trace: 'task:{id}:trace',
  events: 'task:{id}:events',
  /** State with the prefix `temp:`; deleted when the task ends. */
  temp: 'task:{id}:temp',
  /** Pub/sub: a task's events as they happen. */
  event_channel: 'events:{id}',
  /** Pub/sub: ids of cancelled tasks. */
  cancel_channel: 'cancelled',
  /** Task ids in order of arrival; the first one holds the lane. */
  lane: 'lane:{tenant}:{name}',
  session: 'session:{tenant}:{id}',
  messages: 'session:{tenant}:{id}:messages',
  session_state: 'session:{tenant}:{id}:state',
  session_tasks: 'session:{tenant}:{id}:tasks',
  /** Messages that a session is sent without having asked. */
  session_events: 'session:{tenant}:{id}:events',
  session_channel: 'events:session:{tenant}:{id}',
  /** By the subject of the task; by its user (kind `user`) where it has none. */
  subject_tasks: 'subject:{tenant}:{kind}:{id}:tasks',
  /** Sessions that a user has written into, by their last activity: of the subject, and of each user (kind `user`). */
  subject_sessions: 'subject:{tenant}:{kind}:{id}:sessions',
  /** The tasks of a conversation that have cited sources, by the time of their end; the record is in the task's hash. */
  audit: 'audit:{tenant}:{conversation}',
  user_state: 'user:{tenant}:{id}:state',
  app_state: 'app:{tenant}:state',
  /** There while a person is being erased: nothing new is taken in about them. */
  erasing: 'erasing:{tenant}:{person}',
  /** By the user who sent it: the same key of two users is two keys. */
  idempotency: 'idempotency:{tenant}:{user}:{key}',
  /** Requests of a tenant in this minute. */
  rate: 'rate:{tenant}',
  /** Tasks that were admitted and have not ended, by time of admission. */
  open: 'open',
  /** Tasks that hold their lane and whose flow was not yet seen in the queues, by the time since when it should be there. */
  starting: 'starting',
  /** Tasks whose flow is in the queues, by the time a job of theirs last began or upkeep last looked at them. */
  started: 'started',
  /** Ended tasks whose jobs are kept, as `queue:id`, by the time of their end. */
  flows: 'flows',
  /** Of those that have left `flows`, the ones with a job that has failed or not ended. */
  other_flows: 'flows:other',
  /** Keys of the lanes in which tasks wait, by the time of the last change or look. */
  busy_lanes: 'busy_lanes',
  /** Open tasks that have a deadline, by deadline. */
  deadlines: 'deadlines',
  /** Ended tasks for which their team still has something to do, by the time of the next try. */
  unfinished: 'unfinished',
  /** Worker processes by id: their roles, their connections, whose locks are theirs. */
  workers: 'workers',
  /** When each of them last wrote its entry. */
  workers_written: 'workers:written',
  workers_absent: 'workers:absent',
  /** Ids of those that are to take no more jobs. */
  workers_draining: 'workers:draining',
  /** Held by the process that looks for dead ones. */
  workers_scan: 'workers:scan',
  /** Jobs whose process may have died because of them: how often they began since and did not end. */
  suspects: 'suspects',
  /** How many jobs of each queue have waited how long, since the last sample. */
  fleet_waits: 'fleet:waits',
  /** How the queues were, every 15 s for a day. */
  fleet_samples: 'fleet:samples',
  /** There while the last sample is young. */
  fleet_sampled: 'fleet:sampled',
  /** Queues that are paused by hand: since when, and by whom. */
  fleet_paused: 'fleet:paused',
  /** What was asked of models on a day. */
  fleet_models: 'fleet:models:{day}',
  /** What the probe of a worker process has last found out about the models, in sentences. */
  fleet_model_report: 'fleet:model_report',
  /** The record and the files that this prefix belongs to: id and place of each. */
  stores: 'stores',
  /** BullMQ's own: a job, and the lines of its log. */
  job: 'bull:{queue}:{id}',
  job_logs: 'bull:{queue}:{id}:logs',
  /** Written to find out whether Redis accepts writes. */
  write_probe: 'write_probe',
} as const;

export type Keys = KeyBuilders<typeof LAYOUT> & { tag: string; bull: string };

export function createKeys(prefix: string): Keys {
  const tag = hashTag(prefix);
  return { ...keyBuilders(tag, LAYOUT), tag, bull: `${tag}:bull` };
}
