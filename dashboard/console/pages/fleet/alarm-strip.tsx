/** On top of the page: what needs a hand, or that nothing does. */
import { Icon } from '../../parts/icon.tsx';
import { alarmsOf } from './alarms.ts';
import type { Fleet } from './fleet-types.ts';

export function AlarmStrip({ fleet }: { fleet: Fleet }) {
  const alarms = alarmsOf(fleet);
  return (
    <div aria-live="polite" data-testid="alarms" data-count={alarms.length}>
      {alarms.length === 0 ? (
        <p class="all-well">
          <Icon name="check" size={18} /> Everything runs. Nothing needs a hand.
        </p>
      ) : (
        <ul class="alarms" aria-label="What needs a hand">
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
      )}
    </div>
  );
}
