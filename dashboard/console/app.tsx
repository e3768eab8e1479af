/** The frame around every page: who is signed in, the navigation, and the page that the address names. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Me } from '../../src/client/client.ts';
import { get, refusals } from './api.ts';
import { WhoAmI } from './me.ts';
import { PAGES, type PageRow } from './pages.tsx';
import { ProblemBox } from './parts/problem-box.tsx';
import { Shield } from './parts/shield.tsx';
import { go, matchPath, to, usePlace } from './router.ts';
import { Shell } from './shell.tsx';
import { useLoaded } from './use-loaded.ts';

export function App() {
  const { path, query } = usePlace();
  const found = PAGES.map((page) => ({ page, params: matchPath(page.path, path) })).find(({ params }) => params);
  const { title = 'Not found', Page } = found?.page ?? {};
  const me = useLoaded(found?.page.bare ? null : 'me', (signal) => get<Me>('/v1/me', { signal }));
  const mustSignIn = useMustSignIn(found?.page, me.data !== undefined);
  useEffect(() => {
    document.title = `${title} · Medfleet`;
  }, [title]);

  if (mustSignIn) return null;
  const content = (
    <Shield of={path}>{Page ? <Page params={found?.params ?? {}} query={query} /> : <NotFound />}</Shield>
  );
  if (found?.page.bare) return <Frame me={undefined}>{content}</Frame>;
  if (me.problem && !me.data) return <ProblemBox problem={me.problem} onRetry={me.reload} />;
  if (!me.data) return null;
  return (
    <Frame me={me.data}>
      <Shell path={path}>{content}</Shell>
    </Frame>
  );
}

/** Any call may be the first to be refused: a key is revoked, or the cookie's time is over. Then nothing of the record stays in view. */
function useMustSignIn(page: PageRow | undefined, wasSignedIn: boolean): boolean {
  const [isRefused, setIsRefused] = useState(false);
  const mustSignIn = isRefused && !page?.bare;
  useEffect(() => {
    const note = () => setIsRefused(true);
    refusals.addEventListener('unauthenticated', note);
    return () => refusals.removeEventListener('unauthenticated', note);
  }, []);
  useEffect(() => {
    if (!mustSignIn) return;
    const next = location.pathname + location.search;
    go(`${to('sign-in')}?${new URLSearchParams({ next, ...(wasSignedIn && { ended: 'yes' }) })}`, 'replace');
  }, [mustSignIn]);
  return mustSignIn;
}

function Frame({ me, children }: { me: Me | undefined; children: ComponentChildren }) {
  return me ? <WhoAmI.Provider value={me}>{children}</WhoAmI.Provider> : children;
}

function NotFound() {
  return (
    <main class="page">
      <h1>There is no such page</h1>
      <p>
        <a href={to()}>Go to the conversation</a>
      </p>
    </main>
  );
}
