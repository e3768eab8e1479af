/** Asks the record in plain words: the answer, the rows behind it, and the query that found them. */

import { useState } from 'preact/hooks';
import type { QueryAnswer } from '../../../../src/client/client.ts';
import { type ProblemFields, path, send } from '../../api.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { problemFieldsOf } from '../../use-loaded.ts';
import { AnswerTable } from './answer-table.tsx';

export function AskBox({ patient }: { patient: string }) {
  const [question, setQuestion] = useState('');
  const [answer, setAnswer] = useState<QueryAnswer>();
  const [problem, setProblem] = useState<ProblemFields>();
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    setProblem(undefined);
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { question, user_location: { timezone } };
    try {
      setAnswer(await send<QueryAnswer>('POST', path`/v1/patients/${patient}/query`, { body }));
    } catch (error) {
      setAnswer(undefined);
      setProblem(problemFieldsOf(error));
    }
    setBusy(false);
  };
  return (
    <section class="card ask" aria-labelledby="ask">
      <h2 id="ask">Ask the record</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <label class="visually-hidden" for="question">
          Question
        </label>
        <input
          id="question"
          data-testid="question"
          maxLength={1000}
          required
          autocomplete="off"
          placeholder="What was my last HbA1c?"
          value={question}
          onInput={(event) => setQuestion(event.currentTarget.value)}
        />
        <button type="submit" class="primary" data-testid="ask" disabled={isBusy}>
          {isBusy ? 'Asking …' : 'Ask'}
        </button>
      </form>
      {problem && <ProblemBox problem={problem} />}
      <div aria-live="polite" data-testid="answer">
        {answer && (
          <p>{answer.answer ?? (answer.rows.length > 0 ? 'This is what was found.' : 'Nothing was found.')}</p>
        )}
        {answer && answer.rows.length > 0 && <AnswerTable columns={answer.columns} rows={answer.rows} />}
        {answer?.truncated && <p class="quiet small">There is more; ask for a shorter time or for one thing.</p>}
        {answer?.cypher && (
          <details>
            <summary>The query behind it</summary>
            <pre>
              <code>{answer.cypher}</code>
            </pre>
          </details>
        )}
      </div>
    </section>
  );
}
