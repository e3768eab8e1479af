/** Asks in the envelope of the medmentor document: one request, one response; several of one moment as a batch. */
import { readAnswer } from './answer.ts';
import { createBatches } from './batches.ts';
import type { RemoteClient } from './client.ts';
import { envelopeOf } from './envelope-of.ts';
import { idempotencyKeyOf, requestHeaders, traceIdOf } from './headers.ts';
import type { Instance } from './instance.ts';

export function createEnvelopeClient(): RemoteClient {
  const batches = createBatches();
  return {
    async ask({ agent, checked, settings, context }, { attempt }) {
      const { remote, action } = checked;
      const { task, runId } = context;
      const request = envelopeOf(agent.name, checked, context);
      const ids = { traceId: traceIdOf(task.id), idempotencyKey: idempotencyKeyOf(task.id, runId, action.name) };
      const body = JSON.stringify(request);
      const alone = (instance: Instance, signal: AbortSignal) =>
        instance.circuit.run(async () => {
          const headers = requestHeaders(body, settings, ids);
          return readAnswer(request, await instance.post('', { body, headers, signal }));
        });
      const batched = (instance: Instance, signal: AbortSignal) =>
        batches.send(instance, settings, { request, traceId: ids.traceId, signal });
      const { output, execution_time_ms } = await attempt(remote.batch && action.idempotent ? batched : alone);
      return { output, execution_time_ms };
    },
    async close() {},
  };
}
