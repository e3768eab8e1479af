/** Whether the page is being printed: a printer does not scroll, so that lists show all they have. */
import { useEffect, useState } from 'preact/hooks';

export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia('print');
    const update = () => setPrinting(paper.matches);
    paper.addEventListener('change', update);
    return () => paper.removeEventListener('change', update);
  }, []);
  return isPrinting;
}
