/** The answer of one turn: warnings first, then how far it is, the text, and what can be done with it. */
import { useState } from 'preact/hooks';
import { agentWords } from '../../parts/agent-name.tsx';
import { durationText } from '../../parts/amounts.ts';
import { Badge } from '../../parts/badge.tsx';
import { hasEnded } from '../../parts/has-ended.ts';
import { Icon } from '../../parts/icon.tsx';
import { to } from '../../router.ts';
import { Elapsed } from './elapsed.tsx';
import { Reply } from './reply.tsx';
import { replyText } from './reply-text.ts';
import type { Turn } from './turn.ts';
import { Warnings } from './warnings.tsx';
import { endWords, progressWords } from './words.ts';
import { WorkStrip } from './work-strip.tsx';

type Props = { turn: Turn; ahead: number; onAgain: (turn: Turn) => void; onCancel: (turn: Turn) => void };

export function Answer({ turn, ahead, onAgain, onCancel }: Props) {
  const isOver = hasEnded(turn);
  const progress = progressWords(turn, ahead);
  const note = endWords(turn);
  const text = replyText(turn);
  const hasWork = turn.route !== null || turn.steps.length > 0 || Object.keys(turn.agents).length > 0;
  return (
    <div class="answer">
      <Warnings turn={turn} />
      {turn.text === '' && <p class="quiet small">A message from {agentWords(turn.agent ?? turn.team)}</p>}
      {!isOver && hasWork && <WorkStrip turn={turn} />}
      {text !== '' && (
        <Reply text={text} citations={turn.citations} id={turn.key} isBusy={turn.reply === null && !isOver} />
      )}
      {progress && (
        <p class="progress" role="status" data-testid="progress">
          <span class="pulse" aria-hidden="true" />
          <span>{progress}</span>
          {!turn.sending && <Elapsed since={turn.created_at} />}
          {turn.status === 'waiting_approval' && <a href={to('research', 'approvals')}>Decide</a>}
          {ahead > 0 && (
            <button type="button" class="link" onClick={() => onCancel(turn)}>
              Do not send it
            </button>
          )}
        </p>
      )}
      {note && (
        <p class="end-note" data-testid="end-note">
          {note}
        </p>
      )}
      {isOver && <Foot turn={turn} hasWork={hasWork} onAgain={onAgain} />}
    </div>
  );
}

type FootProps = Pick<Props, 'turn' | 'onAgain'> & { hasWork: boolean };

function Foot({ turn, hasWork, onAgain }: FootProps) {
  const { status, timings, turn_id, reply } = turn;
  const took =
    timings.total_ms === null
      ? 'Details'
      : `${status === 'cancelled' ? 'Stopped after' : 'Answered in'} ${durationText(timings.total_ms)}`;
  return (
    <div class="answer-foot">
      <span class={status === 'completed' ? 'visually-hidden' : ''} data-testid="status" data-status={status}>
        <Badge state={status} />
      </span>
      {turn.text !== '' && status !== 'completed' && (
        <button type="button" class="quiet-button" data-testid="again" onClick={() => onAgain(turn)}>
          <Icon name="again" size={16} /> Send again
        </button>
      )}
      {reply !== null && <Copy text={reply} />}
      <a
        class="quiet-button"
        data-testid="inspect"
        href={to('turns', turn_id)}
        title="How it was answered, step by step"
      >
        {took}
      </a>
      {hasWork && (
        <details class="how">
          <summary>Who worked on it</summary>
          <WorkStrip turn={turn} />
        </details>
      )}
    </div>
  );
}

function Copy({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  // Browsers offer the clipboard to https and localhost only.
  if (!navigator.clipboard) return null;
  return (
    <button
      type="button"
      class="quiet-button"
      data-testid="copy"
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => undefined,
        )
      }
      onBlur={() => setCopied(false)}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}
