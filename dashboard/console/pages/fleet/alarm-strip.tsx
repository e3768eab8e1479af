/** On top of the page: what needs a hand, or that nothing does. */
import { Icon } from '../../parts/icon.tsx';
import { type Alarm, alarmsOf } from './alarms.ts';
import type { Fleet } from './fleet-types.ts';

/** The worst come first; more than these stand behind a click. */
const SHOWN = 6;

export function AlarmStrip({ fleet }: { fleet: Fleet }) {
  const alarms = alarmsOf(fleet);
  const [first, rest] = [alarms.slice(0, SHOWN), alarms.slice(SHOWN)];
  return (
    <div aria-live="polite" data-testid="alarms" data-count={alarms.length}>
      {alarms.length === 0 && (
        <p class="all-well">
          <Icon name="check" size={18} /> Everything runs. Nothing needs a hand.
        </p>
      )}
      {first.length > 0 && <AlarmList alarms={first} label="What needs a hand" />}
      {rest.length > 0 && (
        <details class="more-alarms">
          <summary>{rest.length} more</summary>
          <AlarmList alarms={rest} label="What else needs a hand" />
        </details>
      )}
    </div>
  );
}

function AlarmList({ alarms, label }: { alarms: readonly Alarm[]; label: string }) {
  return (
    <ul class="alarms" aria-label={label}>
      {alarms.map(({ id, level, title, todo, section }) => (
        <li key={id} class={`alarm ${level}`}>
          <Icon name="alert" size={18} />
          <div>
            <a href={`#${section}`}>{title}</a>
            <p>{todo}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
