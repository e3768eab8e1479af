import { useEffect, useState } from 'preact/hooks';

/** A wait that is shorter needs no clock. */
const SHOWN_AFTER_S = 5;

/** How long it has taken so far. Not read aloud: it changes each second. */
export function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - Date.parse(since)) / 1_000);
  if (seconds < SHOWN_AFTER_S) return null;
  return (
    <span class="ms" aria-hidden="true">
      {seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}
    </span>
  );
}
