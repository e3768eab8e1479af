/** Conversation: to be built. */
import type { PageProps } from '../../pages.tsx';

export function ConversationPage({ params }: PageProps) {
  return (
    <main id="main" class="page">
      <h1>Conversation</h1>
      <p>{Object.values(params).join(' ')}</p>
    </main>
  );
}
