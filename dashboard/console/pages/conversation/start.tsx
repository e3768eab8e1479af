/** A conversation that has not begun: what this is, examples to click, and which team answers. */
import type { Team } from '../../../../src/client/client.ts';
import { type Demo, TryDemo } from '../../parts/try-demo.tsx';
import { go, to } from '../../router.ts';
import { TeamChoice } from './team-choice.tsx';

const EXAMPLES = [
  'My blood pressure was 150/95 this morning and I take lisinopril 10 mg every day. Is that too high?',
  'I have had a headache since yesterday. I am allergic to penicillin.',
  'What was my last blood pressure?',
];

type Props = {
  isFirst: boolean;
  teams: readonly Team[];
  team: string;
  onTeam: (team: string) => void;
  onExample: (text: string) => void;
};

export function Start({ isFirst, teams, team, onTeam, onExample }: Props) {
  return (
    <div class="start" data-testid="start">
      <div>
        <h2>{isFirst ? 'Welcome to Medfleet' : 'A new conversation'}</h2>
        <p class="lead">
          Write as you would to a doctor. You get an answer, and what you tell (readings, medicines, symptoms) is filed
          in your record, where you can look it up and correct it.
        </p>
      </div>
      {team === 'health' && (
        <div>
          <h3>For example</h3>
          <ul class="examples">
            {EXAMPLES.map((text) => (
              <li key={text}>
                <button type="button" data-testid="example" onClick={() => onExample(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isFirst && <TryDemo onFilled={openConversation} />}
      {teams.length > 1 && <TeamChoice teams={teams} team={team} onTeam={onTeam} />}
    </div>
  );
}

function openConversation({ sessions: [first] }: Demo): void {
  go(first ? to('sessions', first.session_id) : to());
}
