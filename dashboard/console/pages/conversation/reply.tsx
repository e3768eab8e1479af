/** The answer as markdown, with its sources numbered. */

import type { Citation } from '../../../../src/client/client.ts';
import { Markdown } from '../../parts/markdown.tsx';

type Props = { text: string; citations: readonly Citation[]; id: string; isBusy: boolean };

export function Reply({ text, citations, id, isBusy }: Props) {
  const numbers = new Map(citations.map(({ marker }, index) => [marker, index + 1]));
  return (
    <div class="reply" data-testid="reply" aria-live="polite" aria-busy={isBusy}>
      <Markdown text={withLinks(text, numbers, id)} />
      {citations.length > 0 && (
        <ol class="sources" aria-label="Sources" data-testid="sources">
          {citations.map((citation, index) => (
            <li key={citation.id} id={anchor(id, index + 1)}>
              <Source {...citation} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Source({ title, author, journal, publisher, year, url, doi, source }: Citation) {
  const address = url ?? (doi ? `https://doi.org/${doi}` : undefined);
  const name = title ?? address ?? source;
  const about = [author, journal ?? publisher, year].filter(Boolean).join(', ');
  return (
    <>
      {address && /^https?:/.test(address) ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      ) : (
        <span>{name}</span>
      )}
      {about && <span class="quiet"> {about}</span>}
    </>
  );
}

/** `[^1]` becomes a link to its source; a marker without one stays as it is. */
function withLinks(text: string, numbers: ReadonlyMap<string, number>, id: string): string {
  return text.replace(/\[\^[\w-]+\]/g, (marker) => {
    const number = numbers.get(marker);
    return number === undefined ? marker : `[\\[${number}\\]](#${anchor(id, number)})`;
  });
}

function anchor(id: string, number: number): string {
  return `source-${id}-${number}`;
}
