/** The thread of the session that the address names; without one, of a session that begins with the first message. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { randomKey } from '../../api.ts';
import { createThread, type Thread } from './thread.ts';

export function useThread(session: string | undefined, onEnded: () => void): Thread {
  const [, draw] = useState(0);
  const frame = useRef(0);
  const ended = useRef(onEnded);
  ended.current = onEnded;
  const current = useRef<{ thread: Thread; isNamed: boolean } | null>(null);

  // Events come in bursts; the page is drawn once a frame.
  const schedule = () => {
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      draw((count) => count + 1);
    });
  };
  const open = (id: string, isNew: boolean) => createThread(id, isNew, schedule, () => ended.current());

  const held = current.current;
  // The address gets the session's id with its first message: that is still the same thread.
  const isSame = held !== null && (session === undefined ? !held.isNamed : held.thread.session === session);
  if (held && isSame) held.isNamed = session !== undefined;
  else {
    held?.thread.close();
    const thread = session === undefined ? open(randomKey(), true) : open(session, false);
    current.current = { thread, isNamed: session !== undefined };
  }

  const thread = (current.current as { thread: Thread }).thread;
  useEffect(() => {
    const look = () => thread.seen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [thread]);
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      current.current?.thread.close();
      current.current = null;
    },
    [],
  );
  return thread;
}
