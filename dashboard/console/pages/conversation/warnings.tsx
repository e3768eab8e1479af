/** What must be seen before the answer: red flags with numbers to call, and medicines that do not go with the record. */
import { words } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { splitNumbers } from './phone-numbers.ts';
import { PhoneText } from './phone-text.tsx';
import type { Turn } from './turn.ts';

export function Warnings({ turn: { red_flags, medicine_warnings } }: { turn: Turn }) {
  const advice = [...new Set(red_flags.map((flag) => flag.advice))];
  return (
    <>
      {advice.length > 0 && (
        <div class="red-flags" role="alert" data-testid="red-flags">
          <Icon name="alert" />
          <div>
            <strong>
              This may be urgent
              <span class="families"> · {[...new Set(red_flags.map(({ family }) => words(family)))].join(', ')}</span>
            </strong>
            {advice.flatMap((text) =>
              text.split('\n').map((line) => (
                <p key={line}>
                  <PhoneText text={line} />
                </p>
              )),
            )}
            <Calls advice={advice} />
          </div>
        </div>
      )}
      {medicine_warnings.map(({ medicine, against, text }) => (
        <div key={`${medicine} ${against}`} class="medicine-warning" data-testid="medicine-warning">
          <Icon name="alert" />
          <div>
            <strong>
              {medicine} and {against}
            </strong>
            <p>
              <PhoneText text={text} />
            </p>
          </div>
        </div>
      ))}
    </>
  );
}

/** Large enough for a thumb in a hurry. */
function Calls({ advice }: { advice: readonly string[] }) {
  const numbers = new Map(advice.flatMap(splitNumbers).flatMap(({ text, call }) => (call ? [[call, text]] : [])));
  if (numbers.size === 0) return null;
  return (
    <div class="calls">
      {[...numbers].map(([call, text]) => (
        <a key={call} class="call" href={call} data-testid="call">
          Call {text}
        </a>
      ))}
    </div>
  );
}
