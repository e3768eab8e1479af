/** What is being written: kept over reloads, sent into the thread, and back in the composer with the reason if it could not be sent. */
import { useEffect, useState } from 'preact/hooks';
import { type ProblemFields, randomKey } from '../../api.ts';
import { problemFieldsOf } from '../../use-loaded.ts';
import { type Draft, loadDraft, saveDraft } from './draft.ts';
import type { Address, Thread } from './thread.ts';
import type { Turn } from './turn.ts';

export function useComposer(thread: Thread, session: string | undefined, address: Address, onSent: () => void) {
  const place = session ?? '';
  const [draft, setDraft] = useState<Draft>(() => loadDraft(place));
  const [problem, setProblem] = useState<ProblemFields | null>(null);
  useEffect(() => {
    setDraft(loadDraft(place));
    setProblem(null);
  }, [place]);

  const keep = (next: Draft) => {
    setDraft(next);
    saveDraft(place, next);
  };
  const attempt = async (action: () => Promise<void>) => {
    setProblem(null);
    try {
      await action();
    } catch (error) {
      setProblem(problemFieldsOf(error));
    }
  };

  async function sendDraft({ text, key }: Draft): Promise<void> {
    // Stored until it is accepted, though the field is empty for the next message.
    setDraft({ text: '', key: randomKey() });
    try {
      await thread.send(text, key, address);
    } catch (error) {
      setDraft((typed) => {
        const next = typed.text.trim() === '' ? { text, key } : { text: `${text}\n${typed.text}`, key: randomKey() };
        saveDraft(place, next);
        return next;
      });
      throw error;
    }
    setDraft((typed) => {
      saveDraft(place, typed);
      return typed;
    });
    onSent();
  }

  return {
    text: draft.text,
    problem,
    write: (text: string) => keep({ text, key: randomKey() }),
    /** What is written, or another text: a message once more. */
    send: (text?: string) =>
      void attempt(() =>
        text === undefined ? sendDraft(draft) : thread.send(text, randomKey(), address).then(onSent),
      ),
    stop: (turn: Turn) => void attempt(() => thread.cancel(turn)),
  };
}
