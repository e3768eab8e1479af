/** For those who are signed in and may not see the queues: what is missing, and what to do now. */
import { useMe } from '../../me.ts';
import type { PageProps } from '../../page-props.ts';
import { to } from '../../router.ts';

/** As scopes are written: the address could say anything. */
const SCOPE = /^[a-z]+(?::[a-z]+)?$/;

export function NoAccessPage({ query }: PageProps) {
  const me = useMe();
  const needed = (query.get('scope') ?? '').split(',').filter((scope) => SCOPE.test(scope));
  return (
    <main id="main" class="page" data-testid="no-access">
      <h1>You may not see the queues</h1>
      <p>
        They show the work of everyone who uses this server. {needed.length > 0 && <NeededScopes scopes={needed} />}
      </p>
      <p>
        You are signed in as <strong>{me.name}</strong>. Ask whoever runs this server for another key, then sign out and
        sign in with it.
      </p>
      {me.scopes.length > 0 && (
        <details>
          <summary>What your key allows</summary>
          <p>{me.scopes.join(', ')}</p>
        </details>
      )}
      <p>
        <a href={to()}>Back to the conversation</a>
      </p>
    </main>
  );
}

function NeededScopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <>
      It needs a key with the scope{' '}
      {scopes.map((scope, index) => (
        <span key={scope}>
          {index > 0 && ' or '}
          <code>{scope}</code>
        </span>
      ))}
      .
    </>
  );
}
