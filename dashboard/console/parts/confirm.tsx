/** Asks before something that is not taken back with a click. */
import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  /** The words on the button that does it. */
  action: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ComponentChildren;
};

export function Confirm({ title, action, isBusy = false, onConfirm, onClose, children }: Props) {
  return (
    <Dialog title={title} onClose={onClose} testId="confirm">
      {children}
      <div class="row confirm-actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="primary" data-testid="confirm-action" disabled={isBusy} onClick={onConfirm}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
