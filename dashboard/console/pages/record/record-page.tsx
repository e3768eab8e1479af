/** Record: to be built. */
import type { PageProps } from '../../pages.tsx';

export function RecordPage({ params }: PageProps) {
  return (
    <main id="main" class="page">
      <h1>Record</h1>
      <p>{Object.values(params).join(' ')}</p>
    </main>
  );
}
