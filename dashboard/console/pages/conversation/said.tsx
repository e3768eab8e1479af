/** The user's own words, with what was read in them marked. A mark tells what it stands for on hover, focus or tap. */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Fact } from '../../parts/fact/fact.ts';
import { piecesOf } from './evidence.ts';
import { FactPopover } from './fact-popover.tsx';
import type { Turn } from './turn.ts';

/** Long enough to cross the words on the way to somewhere else, and to reach the popover from its mark. */
const OPEN_MS = 120;
const CLOSE_MS = 250;

/** A button element would not break over lines. */
const asButton = (isOpen: boolean) =>
  ({ role: 'button', tabIndex: 0, 'aria-haspopup': 'dialog', 'aria-expanded': isOpen }) as const;

type Opened = { piece: number; isPinned: boolean };
type Props = { turn: Turn; onCorrect: (fact: Fact) => void; onRemove: (fact: Fact) => void; gone: ReadonlySet<string> };

export function Said({ turn, onCorrect, onRemove, gone }: Props) {
  const pieces = useMemo(() => piecesOf(turn.text, turn.facts), [turn.text, turn.facts]);
  const [opened, setOpened] = useState<Opened | null>(null);
  const marks = useRef(new Map<number, HTMLElement>());
  const timer = useRef<number>(0);
  const later = (ms: number, next: (before: Opened | null) => Opened | null) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpened(next), ms);
  };
  const leave = () => later(CLOSE_MS, (before) => (before?.isPinned ? before : null));
  const close = (giveBack: boolean) => {
    clearTimeout(timer.current);
    if (giveBack && opened) marks.current.get(opened.piece)?.focus();
    setOpened(null);
  };
  const mark = opened ? marks.current.get(opened.piece) : undefined;
  return (
    <div class="said" data-testid="said">
      {pieces.map(({ text, facts }, index) =>
        facts.length === 0 ? (
          text
        ) : (
          <mark
            key={index}
            ref={(element) => {
              if (element) marks.current.set(index, element);
              else marks.current.delete(index);
            }}
            {...asButton(opened?.piece === index)}
            data-kind={facts[0]?.kind}
            data-gone={facts.every(({ id }) => gone.has(id)) || undefined}
            onPointerEnter={({ pointerType }) =>
              pointerType === 'mouse' &&
              later(OPEN_MS, (before) => (before?.isPinned ? before : { piece: index, isPinned: false }))
            }
            onPointerLeave={leave}
            onFocus={() => setOpened((before) => before ?? { piece: index, isPinned: false })}
            onBlur={leave}
            onClick={() => setOpened({ piece: index, isPinned: true })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close(false);
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              setOpened({ piece: index, isPinned: true });
            }}
          >
            {text}
          </mark>
        ),
      )}
      {opened && mark && (
        <FactPopover
          key={opened.piece}
          facts={pieces[opened.piece]?.facts ?? []}
          patient={turn.patient_id}
          gone={gone}
          mark={mark}
          isPinned={opened.isPinned}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={leave}
          onClose={close}
          onCorrect={onCorrect}
          onRemove={onRemove}
        />
      )}
    </div>
  );
}
