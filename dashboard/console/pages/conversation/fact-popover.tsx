/** What a marked part of a message stands for. Opened by a click it stays, takes the focus and says what the record has now. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { FactHistory } from '../../../../src/client/client.ts';
import { get, path } from '../../api.ts';
import { useMe } from '../../me.ts';
import type { Fact } from '../../parts/fact/fact.ts';
import { useLoaded } from '../../use-loaded.ts';
import { FactDetails } from './fact-details.tsx';

type Props = {
  facts: readonly Fact[];
  patient: string | undefined;
  gone: ReadonlySet<string>;
  mark: HTMLElement;
  isPinned: boolean;
  onEnter: () => void;
  onLeave: () => void;
  onClose: (giveBack: boolean) => void;
  onCorrect: (fact: Fact) => void;
  onRemove: (fact: Fact) => void;
};

const MARGIN = 8;

export function FactPopover(props: Props) {
  const { facts, patient, gone, mark, isPinned, onEnter, onLeave, onClose, onCorrect, onRemove } = props;
  const { may } = useMe();
  const box = useRef<HTMLDivElement>(null);
  const ids = facts.map(({ id }) => id);
  // Reading the record is noted in the access log, so it is only read for whoever asks.
  const wanted = isPinned && patient !== undefined && may('record:read');
  const now = useLoaded(wanted ? ids.join() : null, (signal) =>
    Promise.all(
      ids.map((id) => get<FactHistory>(path`/v1/patients/${patient ?? ''}/facts/${id}`, { signal }).catch(() => null)),
    ),
  );

  useLayoutEffect(() => {
    box.current?.showPopover();
  }, []);
  useLayoutEffect(() => {
    if (box.current) place(box.current, mark);
  }, [mark, now.data]);
  useEffect(() => {
    if (isPinned) box.current?.querySelector<HTMLElement>('button, [tabindex]')?.focus();
  }, [isPinned]);
  useEffect(() => {
    const isInside = (target: EventTarget | null) => target instanceof Node && box.current?.contains(target) === true;
    const press = ({ target }: Event) => {
      if (!isInside(target) && !mark.contains(target as Node)) onClose(false);
    };
    // One that was opened on purpose follows its mark.
    const scroll = ({ target }: Event) => {
      if (isInside(target)) return;
      if (isPinned && mark.isConnected && box.current) place(box.current, mark);
      else onClose(false);
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('scroll', scroll, true);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('scroll', scroll, true);
    };
  }, [mark, isPinned, onClose]);

  return (
    <div
      ref={box}
      popover="manual"
      class="fact-popover"
      role="dialog"
      aria-label="What was noted"
      data-testid="fact-popover"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose(true);
      }}
    >
      {facts.map((fact, index) => (
        <FactDetails
          key={fact.id}
          fact={fact}
          history={now.data?.[index] ?? null}
          isGone={gone.has(fact.id)}
          actions={patient !== undefined && may('record:write') ? { onCorrect, onRemove } : null}
        />
      ))}
    </div>
  );
}

/** Below the mark, or above it if there is no room; on a phone the stylesheet puts it at the bottom. */
function place(box: HTMLElement, mark: HTMLElement): void {
  const target = mark.getClientRects()[0] ?? mark.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = target.bottom + MARGIN;
  const top = below + height > innerHeight - MARGIN ? Math.max(target.top - height - MARGIN, MARGIN) : below;
  box.style.setProperty('--x', `${Math.max(Math.min(target.left, innerWidth - width - MARGIN), MARGIN)}px`);
  box.style.setProperty('--y', `${top}px`);
}
