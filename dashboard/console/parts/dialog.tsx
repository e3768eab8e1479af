/** A dialog above the page: it takes the focus; Escape, its button or a click beside it closes it; the focus then returns. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Where it stands: in the middle, at the left side, at the right side, or at the bottom of a phone. */
  kind?: 'dialog' | 'drawer' | 'details' | 'sheet';
  testId?: string;
};

export function Dialog({ title, onClose, children, kind = 'dialog', testId }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const isLeaving = useRef(false);
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // Closed before it is removed: only then does the browser give the focus back.
    return () => {
      isLeaving.current = true;
      dialog?.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape
    <dialog
      ref={box}
      class={`dialog ${kind}`}
      aria-labelledby={heading}
      data-testid={testId}
      // The event of a dialog that was removed comes late, when another may be open.
      onClose={() => isLeaving.current || onClose()}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <div class="dialog-inside">
        <div class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="plain" onClick={onClose} aria-label="Close">
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
