/** The parts of `/v1/fleet` and its history by the names that these pages use. The types are the client's. */
import type * as api from '../../../../src/client/client.ts';

export type Fleet = api.Fleet;
export type Queue = api.FleetQueue;
export type Worker = Fleet['workers'][number];
export type Model = Fleet['models'][number];
/** Of a remote agent: open means that it gets no calls. Of a model: open means that its last calls failed. */
export type CircuitState = Model['state'];
export type History = api.FleetHistory;
export type Sample = History['queues'][string][number];
export type FailedJob = api.FailedJob;
export type FailedPage = api.FailedJobPage;
export type Retried = api.RetriedJob;
