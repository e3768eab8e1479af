/** Turn: to be built. */
import type { PageProps } from '../../pages.tsx';

export function TurnPage({ params }: PageProps) {
  return (
    <main id="main" class="page">
      <h1>Turn</h1>
      <p>{Object.values(params).join(' ')}</p>
    </main>
  );
}
