/** Research: to be built. */
import type { PageProps } from '../../pages.tsx';

export function ResearchPage({ params }: PageProps) {
  return (
    <main id="main" class="page">
      <h1>Research</h1>
      <p>{Object.values(params).join(' ')}</p>
    </main>
  );
}
