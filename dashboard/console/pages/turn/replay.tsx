/** Sends the same message again, as a new turn in a new conversation, and goes there. */

import { useState } from 'preact/hooks';
import type { Turn, TurnReceipt } from '../../../../src/client/client.ts';
import { type ProblemFields, randomKey, send } from '../../api.ts';
import { useMe } from '../../me.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { go, to } from '../../router.ts';
import { problemFieldsOf } from '../../use-loaded.ts';

export function Replay({ turn }: { turn: Turn }) {
  const { may } = useMe();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemFields>();
  const { text, patient_id, user_id, team } = turn;
  if (!text || !may('turns:write')) return null;

  const replay = async () => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const body = { text, team, user_id, ...(patient_id && { patient_id }) };
      const headers = { 'idempotency-key': randomKey() };
      const { turn_id } = await send<TurnReceipt>('POST', '/v1/turns', { body, headers });
      setIsAsking(false);
      go(to('turns', turn_id));
    } catch (error) {
      setProblem(problemFieldsOf(error));
    }
    setIsBusy(false);
  };
  return (
    <>
      <button type="button" data-testid="replay" onClick={() => setIsAsking(true)}>
        <Icon name="again" size={16} /> Replay
      </button>
      {isAsking && (
        <Confirm
          title="Send this message again?"
          action="Send again"
          isBusy={isBusy}
          onConfirm={replay}
          onClose={() => setIsAsking(false)}
        >
          <p>
            It becomes a new turn in a new conversation.
            {patient_id && ` What it says is filed in the record of ${patient_id}, as if it were said today.`}
          </p>
          {problem && <ProblemBox problem={problem} />}
        </Confirm>
      )}
    </>
  );
}
