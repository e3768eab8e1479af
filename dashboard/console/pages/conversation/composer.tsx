/** Where one writes. It grows with the text; Enter sends, Shift and Enter begin a line; on phones Enter begins a line and the button sends. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ProblemFields } from '../../api.ts';
import { Icon } from '../../parts/icon.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';

/** As the API limits it. */
const MAX_TEXT = 20_000;

type Props = {
  text: string;
  onInput: (text: string) => void;
  onSend: () => void;
  /** Stops the turn that runs; null if none does. */
  onStop: (() => void) | null;
  problem: ProblemFields | null;
  isConnected: boolean;
  /** Why nothing can be sent now. */
  refusal: string | null;
  /** Another one takes the focus. */
  place: string;
};

export function Composer({ text, onInput, onSend, onStop, problem, isConnected, refusal, place }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isTooLong = text.length > MAX_TEXT;
  const maySend = text.trim() !== '' && !isTooLong && refusal === null;
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [text]);
  // A phone would cover half of the page with its keyboard.
  useEffect(() => {
    if (!isTouch()) field.current?.focus({ preventScroll: true });
  }, [place]);
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (maySend) onSend();
        field.current?.focus();
      }}
    >
      {problem && <ProblemBox problem={problem} />}
      {!problem && !isConnected && (
        <p class="composer-note" role="status" data-testid="offline">
          Medfleet does not answer at the moment. What you write is kept; trying again …
        </p>
      )}
      {refusal && <p class="composer-note">{refusal}</p>}
      <div class="composer-row">
        <label class="visually-hidden" for="message">
          Your message
        </label>
        <textarea
          id="message"
          ref={field}
          data-testid="message"
          rows={1}
          placeholder="Write a message"
          enterkeyhint={isTouch() ? 'enter' : 'send'}
          value={text}
          onInput={(event) => onInput(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || isTouch()) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        {onStop && (
          <button
            type="button"
            class="round"
            data-testid="cancel"
            onClick={onStop}
            aria-label="Stop the answer"
            title="Stop"
          >
            <Icon name="stop" />
          </button>
        )}
        {(!onStop || text.trim() !== '') && (
          <button
            type="submit"
            class="primary round"
            data-testid="send"
            disabled={!maySend}
            aria-label="Send"
            title="Send"
          >
            <Icon name="send" />
          </button>
        )}
      </div>
      {isTooLong && (
        <p class="composer-note" role="status">
          A message can have {MAX_TEXT.toLocaleString()} characters; this one has {text.length.toLocaleString()}. Send
          it in parts.
        </p>
      )}
    </form>
  );
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
