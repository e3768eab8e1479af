/** Which stretch of time is shown: by buttons, for those who do not zoom with a pointer. */
import { type Domain, lastDays, moved, RANGES, zoomed } from './domain.ts';

type Props = { domain: Domain; whole: Domain; onDomain: (domain: Domain) => void };

export function PlotControls({ domain, whole, onDomain }: Props) {
  const isWhole = domain[0] <= whole[0] && domain[1] >= whole[1];
  const choices = [
    ...RANGES.map(({ label, days }) => ({ label, to: lastDays(whole, days) })),
    { label: 'All', to: whole },
  ];
  const steps = [
    { label: 'Earlier', sign: '←', to: moved(domain, -0.5, whole), isOff: domain[0] <= whole[0] },
    { label: 'Later', sign: '→', to: moved(domain, 0.5, whole), isOff: domain[1] >= whole[1] },
    { label: 'Zoom out', sign: '−', to: zoomed(domain, 2, whole), isOff: isWhole },
    { label: 'Zoom in', sign: '+', to: zoomed(domain, 0.5, whole), isOff: false },
  ];
  return (
    <div class="plot-controls">
      <fieldset class="chips">
        <legend class="visually-hidden">Time shown</legend>
        {choices.map(({ label, to }) => (
          <button key={label} type="button" aria-pressed={isSame(domain, to)} onClick={() => onDomain(to)}>
            {label}
          </button>
        ))}
      </fieldset>
      <fieldset class="chips">
        <legend class="visually-hidden">Move and zoom</legend>
        {steps.map(({ label, sign, to, isOff }) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            title={label}
            aria-disabled={isOff}
            onClick={() => isOff || onDomain(to)}
          >
            <span aria-hidden="true">{sign}</span>
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function isSame(one: Domain, other: Domain): boolean {
  return Math.abs(one[0] - other[0]) < 1 && Math.abs(one[1] - other[1]) < 1;
}
