/** Fleet: to be built. */
import type { PageProps } from '../../pages.tsx';

export function FleetPage({ params }: PageProps) {
  return (
    <main id="main" class="page">
      <h1>Fleet</h1>
      <p>{Object.values(params).join(' ')}</p>
    </main>
  );
}
