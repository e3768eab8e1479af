/** Whether the screen fits a media query such as `(min-width: 60rem)`. For what must not even be loaded elsewhere; else use CSS. */
import { useEffect, useState } from 'preact/hooks';

export function useScreen(query: string): boolean {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const update = () => setFits(media.matches);
    update();
    media.addEventListener('change', update);
    return () => media.removeEventListener('change', update);
  }, [query]);
  return fits;
}
