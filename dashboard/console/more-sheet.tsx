/** On a phone: what the rail has at its foot on wide screens. */
import { useState } from 'preact/hooks';
import { Dialog } from './parts/dialog.tsx';
import { Icon } from './parts/icon.tsx';
import { RailFoot } from './rail-foot.tsx';

export function MoreSheet() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="more" aria-haspopup="dialog" data-testid="more" onClick={() => setOpen(true)}>
        <Icon name="more" /> <span>More</span>
      </button>
      {isOpen && (
        <Dialog kind="sheet" title="More" onClose={() => setOpen(false)} testId="more-sheet">
          <div class="more-links">
            <RailFoot />
          </div>
        </Dialog>
      )}
    </>
  );
}
