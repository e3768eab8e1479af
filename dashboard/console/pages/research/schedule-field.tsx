/** A schedule in words or as a cron pattern, with the times that it means. */

import { useEffect, useId, useState } from 'preact/hooks';
import type { SchedulePreview } from '../../../../src/client/client.ts';
import { get } from '../../api.ts';
import { When } from '../../parts/when.tsx';
import { useLoaded } from '../../use-loaded.ts';

type Props = { value: string; onChange: (value: string) => void; label: string; isOptional?: boolean };

/** The clock of whoever plans: "at 8" is eight there. */
export const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const SUGGESTIONS = ['every Monday at 8', 'daily at 7', 'monthly', '+1 week'];
/** A pause in typing. */
const SETTLE_MS = 300;

export function ScheduleField({ value, onChange, label, isOptional = false }: Props) {
  const id = useId();
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value.trim()), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const { data, problem } = useLoaded(settled || null, (signal) =>
    get<SchedulePreview>('/v1/schedules', { query: { schedule: settled, timezone }, signal }),
  );
  return (
    <div class="stack">
      <label for={id}>
        {label} {isOptional && <span class="quiet">(optional)</span>}
      </label>
      <input
        id={id}
        data-testid="schedule"
        list={`${id}-list`}
        required={!isOptional}
        maxlength={200}
        autocomplete="off"
        placeholder="every Monday at 8"
        aria-describedby={`${id}-next`}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={`${id}-list`}>
        {SUGGESTIONS.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <p id={`${id}-next`} class="small quiet" aria-live="polite" data-testid="schedule-next">
        {problem && settled
          ? problem.detail
          : data
            ? data.next.map((time, index) => (
                <span key={time}>
                  {index === 0 ? 'Next: ' : ', '}
                  <When time={time} precise />
                </span>
              ))
            : 'In words, or as a cron pattern.'}
      </p>
    </div>
  );
}
