/** The journal: what went into each step and what came out of it, for those who may see it. */
import { useMe } from '../../me.ts';
import { durationText } from '../../parts/amounts.ts';
import { JsonView } from '../../parts/json-view.tsx';
import { titleOf } from './span-row.tsx';
import type { Span } from './spans.ts';

type Props = { span: Span; steps: readonly Span[]; redacted: boolean; isOver: boolean };

export function SpanJournal({ span, steps, redacted, isOver }: Props) {
  const { may } = useMe();
  const withTexts = [span, ...steps].some(hasTexts);
  return (
    <>
      <Texts span={span} />
      {steps.length > 0 && (
        <section>
          <h3>Steps</h3>
          <ol class="journal" data-testid="journal">
            {steps.map((step) => (
              <li key={step.id}>
                <span>
                  {titleOf(step)} <span class="quiet small">{durationText(step.ms)}</span>
                </span>
                <Texts span={step} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {!withTexts && span.kind !== 'turn' && (
        <p class="quiet small" data-testid="no-texts">
          {redacted && !may('admin')
            ? 'Inputs and outputs are shown to administrators only.'
            : isOver
              ? 'Inputs and outputs are not kept after a turn has ended. KEEP_JOURNALS keeps them as long as events.'
              : 'Nothing has been written down yet.'}
        </p>
      )}
    </>
  );
}

function hasTexts({ input, output }: Span): boolean {
  return input !== undefined || output !== undefined;
}

function Texts({ span }: { span: Span }) {
  const parts = [
    ['Input', span.input],
    ['Output', span.output],
  ] as const;
  return (
    <>
      {parts.map(
        ([label, value]) =>
          value !== undefined && (
            <details key={label} class="texts">
              <summary>{label}</summary>
              <JsonView value={value} label={`${label} of ${titleOf(span)}`} />
            </details>
          ),
      )}
    </>
  );
}
