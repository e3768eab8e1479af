/** The frame around every page: who is signed in, the navigation, and the page that the address names. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { get } from './api.ts';
import { type Me, WhoAmI } from './me.ts';
import { PAGES } from './pages.tsx';
import { ProblemBox } from './parts/problem-box.tsx';
import { go, matchPath, to, usePlace } from './router.ts';
import { Shell } from './shell.tsx';
import { useLoaded } from './use-loaded.ts';

export function App() {
  const { path, query } = usePlace();
  const me = useLoaded('me', (signal) => get<Me>('/v1/me', { signal }));
  const mustSignIn = me.problem?.status === 401 && path !== '/sign-in';
  useEffect(() => {
    if (mustSignIn) go(`${to('sign-in')}?${new URLSearchParams({ next: location.pathname })}`, 'replace');
  }, [mustSignIn]);

  const found = PAGES.map((page) => ({ page, params: matchPath(page.path, path) })).find(({ params }) => params);
  const { title = 'Not found', Page } = found?.page ?? {};
  useEffect(() => {
    document.title = `${title} · Medfleet`;
  }, [title]);

  if (mustSignIn) return null;
  const content = Page ? <Page params={found?.params ?? {}} query={query} /> : <NotFound />;
  if (found?.page.bare) return <Frame me={undefined}>{content}</Frame>;
  if (me.problem && !me.data) return <ProblemBox problem={me.problem} onRetry={me.reload} />;
  if (!me.data) return null;
  return (
    <Frame me={me.data}>
      <Shell path={path}>{content}</Shell>
    </Frame>
  );
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
