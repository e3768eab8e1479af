/** How much of its budget an agent has used: the part that is used most decides when it pauses. */
import { countText, secondsText } from '../../parts/amounts.ts';
import type { Agent, Budget } from './research-types.ts';

const PARTS: Record<keyof Budget, (value: number) => string> = {
  steps: (value) => `${countText(Math.round(value))} steps`,
  tokens: (value) => `${countText(Math.round(value))} tokens`,
  seconds: (value) => `${secondsText(value)} of work`,
  cost_usd: (value) => `$${value.toFixed(2)}`,
};

export function BudgetBar({ agent }: { agent: Pick<Agent, 'budget' | 'spent'> }) {
  const { budget, spent } = agent;
  const parts = Object.keys(PARTS) as (keyof Budget)[];
  const share = (part: keyof Budget) => (budget[part] > 0 ? spent[part] / budget[part] : 0);
  const fullest = parts.reduce((most, part) => (share(part) > share(most) ? part : most), 'steps');
  const percent = Math.min(100, Math.round(share(fullest) * 100));
  return (
    <span
      class="budget"
      title={parts.map((part) => `${PARTS[part](spent[part])} of ${PARTS[part](budget[part])}`).join('\n')}
    >
      <meter min={0} max={100} high={80} optimum={0} value={percent} aria-label="Budget used" />
      <span class="small">
        {percent}% <span class="quiet">({PARTS[fullest](spent[fullest])})</span>
      </span>
    </span>
  );
}
