/** Which page the address names. Links are ordinary links; a click on one below `/dashboard` changes the page without loading it anew. */
import { useEffect, useState } from 'preact/hooks';

/** What stands before every path of this server, as BASE_PATH says there; the page's script was loaded from below it. */
export const BASE_PATH = new URL(import.meta.url).pathname.replace(/\/dashboard\/assets\/[^/]*$/, '');

const BASE = `${BASE_PATH}/dashboard`;
/** Not pages of ours: Bull Board is mounted below the console. */
const ELSEWHERE = to('queues');

/** Swagger UI. */
export const DOCS = `${BASE_PATH}/docs`;

export type Place = { path: string; query: URLSearchParams };

/** The address of a page: `to('turns', id)` is `/dashboard/turns/<id>`. */
export function to(...parts: string[]): string {
  return [BASE, ...parts.map(encodeURIComponent)].join('/');
}

export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** The page's place, below `/dashboard`: `/turns/<id>`. */
export function usePlace(): Place {
  const [place, setPlace] = useState(currentPlace);
  useEffect(() => {
    const update = () => setPlace(currentPlace());
    addEventListener('popstate', update);
    document.addEventListener('click', followLink);
    return () => {
      removeEventListener('popstate', update);
      document.removeEventListener('click', followLink);
    };
  }, []);
  return place;
}

/** The parameters of a path that fits a pattern such as `/turns/:id`, or null. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':') && value !== '') found[part.slice(1)] = decoded(value);
    else if (part !== value) return null;
  }
  return found;
}

function currentPlace(): Place {
  const path = location.pathname.slice(BASE.length);
  return { path: (path.endsWith('/') ? path.slice(0, -1) : path) || '/', query: new URLSearchParams(location.search) };
}

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || link.target || link.hasAttribute('download') || event.defaultPrevented) return;
  const isOurs = link.origin === location.origin && isAtOrBelow(BASE, link.pathname);
  if (!isOurs || isAtOrBelow(ELSEWHERE, link.pathname)) return;
  // A link to a place on this page.
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.href);
  scrollTo(0, 0);
}

export function isAtOrBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
