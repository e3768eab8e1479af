/** Everything that is known about one span. Beside the flow on wide screens, a sheet at the bottom of narrow ones. */

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { TurnTrace } from '../../../../src/client/client.ts';
import { useMe } from '../../me.ts';
import { costText, countText, durationText } from '../../parts/amounts.ts';
import { Badge } from '../../parts/badge.tsx';
import { hasEnded } from '../../parts/has-ended.ts';
import { Icon } from '../../parts/icon.tsx';
import { to } from '../../router.ts';
import { SpanError } from './span-error.tsx';
import { SpanJournal } from './span-journal.tsx';
import { kindName, titleOf } from './span-row.tsx';
import type { Span } from './spans.ts';
import { isRule } from './spans.ts';

type Props = { span: Span; trace: TurnTrace; onClose: () => void };

export function SpanDetails({ span, trace, onClose }: Props) {
  const { may } = useMe();
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [onClose]);
  useEffect(() => {
    document.querySelector(`[data-span="${CSS.escape(span.id)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [span.id]);
  const { usage, queue, job_id } = span;
  const steps = trace.spans.filter(({ parent, kind }) => parent === span.id && kind !== 'run');
  return (
    <aside class="card span-details" aria-labelledby="span-title" data-testid="span-details">
      <div class="span-details-head">
        <div>
          <span class="quiet small">{kindName(span)}</span>
          <h2 id="span-title">{titleOf(span)}</h2>
        </div>
        <button type="button" class="plain" aria-label="Close the details" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div aria-live="polite">
        <Badge state={span.status} />
      </div>
      {span.error && <SpanError {...span.error} />}
      {span.status === 'error' && !span.error && (
        <p class="small">It answered with an error, and the agent went on with that.</p>
      )}
      <dl class="pairs">
        <Pair label="Started after">{durationText(span.start_ms)}</Pair>
        {span.wait_ms !== undefined && <Pair label="Waited before">{durationText(span.wait_ms)}</Pair>}
        <Pair label="Took">{durationText(span.ms)}</Pair>
        {span.attempts !== undefined && <Pair label="Attempts">{countText(span.attempts)}</Pair>}
        {span.kind !== 'run' && span.agent && <Pair label="Agent">{span.agent}</Pair>}
        {usage && !isRule(span) && (
          <>
            <Pair label="Model">{usage.model}</Pair>
            <Pair label="Tokens">
              {countText(usage.input_tokens)} in, {countText(usage.output_tokens)} out
            </Pair>
            <Pair label="Cost">{costText(usage.cost_usd)}</Pair>
          </>
        )}
        {queue && <Pair label="Queue">{queue}</Pair>}
        {job_id && (
          <Pair label="Job">
            <code>{job_id}</code>
          </Pair>
        )}
      </dl>
      {isRule(span) && <p class="small">Rules answered; no model was asked.</p>}
      {queue && job_id && may('admin') && (
        <p class="small">
          <a href={boardAddress(queue, job_id)} data-testid="to-board">
            See the job in the queue dashboard
          </a>
        </p>
      )}
      <SpanJournal span={span} steps={steps} redacted={trace.redacted} isOver={hasEnded(trace)} />
    </aside>
  );
}

function Pair({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function boardAddress(queue: string, job: string): string {
  return to('queues', 'queue', queue, job);
}
