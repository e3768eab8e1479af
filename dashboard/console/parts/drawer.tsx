/** Details beside the page: a modal dialog, so that focus stays in it, Escape closes it, and focus then returns to where it was. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

type Props = { title: string; onClose: () => void; children: ComponentChildren; testid?: string };

export function Drawer({ title, onClose, children, testid }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isLeaving = useRef(false);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      isLeaving.current = true;
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="drawer"
      aria-labelledby={heading}
      data-testid={testid}
      onClose={() => isLeaving.current || onClose()}
      closedby="any"
    >
      <div class="drawer-body">
        <header class="drawer-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="icon-only" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
