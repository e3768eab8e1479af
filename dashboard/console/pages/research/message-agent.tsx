/** A message to the agent: it works on it next, and reports to its conversation. */

import { useState } from 'preact/hooks';
import type { AgentMessageReceipt } from '../../../../src/client/client.ts';
import { path, randomKey, send } from '../../api.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { to } from '../../router.ts';
import type { Agent } from './research-types.ts';
import { useAction } from './use-action.ts';

export function MessageAgent({ agent, onSent }: { agent: Agent; onSent: () => void }) {
  const [text, setText] = useState('');
  const [key, setKey] = useState(randomKey);
  const [posted, setPosted] = useState<AgentMessageReceipt>();
  const { run, isBusy, problem } = useAction(onSent);
  const post = () =>
    run(async () => {
      const headers = { 'idempotency-key': key };
      setPosted(
        await send<AgentMessageReceipt>('POST', path`/v1/agents/${agent.id}/messages`, {
          headers,
          body: { text: text.trim() },
        }),
      );
      setText('');
      setKey(randomKey());
    });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void post();
      }}
    >
      <label for="agent-message">Message to this agent</label>
      <div class="row">
        <input
          id="agent-message"
          class="grow"
          data-testid="agent-message"
          required
          maxlength={4000}
          placeholder="Look at children too."
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="primary" data-testid="send-to-agent" disabled={isBusy || text.trim() === ''}>
          Send
        </button>
      </div>
      <p class="small quiet" aria-live="polite">
        {posted && (
          <>
            {posted.waiting ? 'It is busy, and will work on this next.' : 'It is at work.'}{' '}
            <a href={to('turns', posted.turn_id)}>Follow it</a>
          </>
        )}
      </p>
      {problem && <ProblemBox problem={problem} />}
    </form>
  );
}
