/** Sign in with a key: it is exchanged for a cookie that scripts cannot read, and is not kept by the page. */
import { useState } from 'preact/hooks';
import { type ProblemFields, send } from '../../api.ts';
import type { PageProps } from '../../page-props.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { DOCS, isAtOrBelow, to } from '../../router.ts';
import { problemFieldsOf } from '../../use-loaded.ts';

export function SignInPage({ query }: PageProps) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<ProblemFields>();
  const signIn = async () => {
    setProblem(undefined);
    try {
      await send('POST', '/v1/sign-in', { body: { key: key.trim() } });
      // Loaded anew, so that nothing of another user stays on the page.
      location.assign(nextPage(query));
    } catch (error) {
      const fields = problemFieldsOf(error);
      setProblem(
        fields.status === 401
          ? { ...fields, title: 'This key is not known', detail: 'It may be mistyped, expired or revoked.' }
          : fields,
      );
    }
  };
  return (
    <main id="main" class="sign-in">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn();
        }}
      >
        <h1>
          <img src={to('icon.svg')} alt="" width="28" height="28" /> Medfleet
        </h1>
        {query.has('ended') && (
          <p role="status" data-testid="ended">
            <strong>You are signed out.</strong> A sign-in ends after 12 hours, and when its key is revoked or expires.
            Sign in to go on where you were.
          </p>
        )}
        <p class="quiet">Sign in with the access key that your operator gave you.</p>
        <label for="key">Access key</label>
        <input
          id="key"
          data-testid="key"
          type="password"
          autocomplete="current-password"
          required
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <button type="submit" class="primary" data-testid="sign-in">
          Sign in
        </button>
        {problem && <ProblemBox problem={problem} />}
        <details>
          <summary>I have no key</summary>
          <p>
            Whoever runs this server makes one with <code>npm run keys -- create</code>. A fleet that is reached on its
            own machine only needs none, unless keys were configured.
          </p>
        </details>
      </form>
    </main>
  );
}

/** Only a page of ours: an address elsewhere could imitate this one. */
function nextPage(query: URLSearchParams): string {
  const next = query.get('next') ?? '';
  if (!next.startsWith('/') || !URL.canParse(next, location.origin)) return to();
  // Resolved first, as the browser does: `//` begins another host, and `..` leads out of a folder.
  const { origin, pathname, search } = new URL(next, location.origin);
  const isOurs = origin === location.origin && [to(), DOCS].some((page) => isAtOrBelow(page, pathname));
  return isOurs ? pathname + search : to();
}
