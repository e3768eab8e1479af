/** Two runs side by side: yesterday and today, or the rules and a model. */
import { change, figure, table } from './report.ts';
import type { Results } from './results.ts';

export function compare(one: Results, other: Results): string {
  const first = new Map(one.scores.map((score) => [score.name, score.value]));
  const second = new Map(other.scores.map((score) => [score.name, score.value]));
  const rows = [...new Set([...first.keys(), ...second.keys()])].map((name) => {
    const [a, b] = [first.get(name), second.get(name)];
    return [
      name,
      a === undefined ? '' : figure(a),
      b === undefined ? '' : figure(b),
      a === undefined || b === undefined ? '' : change(b, a),
    ];
  });
  return table([['score', title(one), title(other), 'change'], ...rows]);
}

function title({ provider, at, limit }: Results): string {
  return `${provider} ${at.slice(0, 16)}${limit === undefined ? '' : ` (${limit})`}`;
}
