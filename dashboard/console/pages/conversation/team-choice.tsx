/** Which team answers a new conversation: what each does, and what it does without a model. */
import type { Team } from '../../../../src/client/client.ts';
import { words } from '../../parts/badge.tsx';

type Props = { teams: readonly Team[]; team: string; onTeam: (team: string) => void };

export function TeamChoice({ teams, team, onTeam }: Props) {
  return (
    <fieldset class="teams" data-testid="teams">
      <legend>Who should answer?</legend>
      {[...teams].sort(healthFirst).map((one) => (
        <label key={one.name} class="team" data-team={one.name}>
          <input
            type="radio"
            name="team"
            value={one.name}
            checked={one.name === team}
            onChange={() => onTeam(one.name)}
          />
          <span>
            <strong>{words(one.name)}</strong>
            <span>{one.description}</span>
            <span class="quiet small">{offlineWords(one)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function offlineWords({ agents }: Team): string {
  const models = agents.filter(({ type }) => type === 'llm');
  const able = models.filter(({ offline }) => offline).length;
  if (able === models.length) return 'Works without a language model';
  return able === 0 ? 'Needs a language model' : 'Works in part without a language model';
}

function healthFirst(a: Team, b: Team): number {
  return Number(b.name === 'health') - Number(a.name === 'health');
}
