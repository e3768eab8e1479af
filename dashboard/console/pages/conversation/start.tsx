/** A conversation that has not begun: what this is, examples to click, and which team answers. */
import { useState } from 'preact/hooks';
import { type ProblemFields, send } from '../../api.ts';
import { useMe } from '../../me.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { choosePatient } from '../../person.ts';
import { go, to } from '../../router.ts';
import { problemFieldsOf } from '../../use-loaded.ts';
import { TeamChoice, type TeamView } from './team-choice.tsx';

const EXAMPLES = [
  'My blood pressure was 150/95 this morning and I take lisinopril 10 mg every day. Is that too high?',
  'I have had a headache since yesterday. I am allergic to penicillin.',
  'What was my last blood pressure?',
];

type Props = {
  isFirst: boolean;
  teams: readonly TeamView[];
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
      {isFirst && <DemoButton />}
      {teams.length > 1 && <TeamChoice teams={teams} team={team} onTeam={onTeam} />}
    </div>
  );
}

function DemoButton() {
  const { may, access } = useMe();
  const [isHidden, setHidden] = useState(false);
  const [problem, setProblem] = useState<ProblemFields>();
  if (isHidden || !(access === 'open' || may('admin'))) return null;
  const fill = async () => {
    try {
      const { patient_id, session_id } = await send<{ patient_id: string; session_id: string }>('POST', '/v1/demo');
      choosePatient(patient_id);
      go(to('sessions', session_id));
    } catch (error) {
      const fields = problemFieldsOf(error);
      if (fields.status === 404) setHidden(true);
      else setProblem(fields);
    }
  };
  return (
    <div class="row">
      <button type="button" data-testid="demo" onClick={() => void fill()}>
        Fill a demo patient
      </button>
      <span class="quiet small">Made-up data to look around with. It can be removed again.</span>
      {problem && <ProblemBox problem={problem} />}
    </div>
  );
}
