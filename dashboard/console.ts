/** The console: one static page to send messages to the health team and to see turns, facts and the record. */
import express, { Router } from 'express';
import { staticDir } from './static-dir.ts';

/** No inline code, no other hosts, and no way for a script to parse a string as markup (Trusted Types). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page's links begin with `/dashboard/`: mount it there, after the board. */
export function createConsole(): Router {
  const root = staticDir(import.meta.url, 'dashboard/console');
  const router = Router();
  router.use((_req, res, next) => {
    res.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    // Browsers revalidate each time (304), so a new release is used at once.
    res.set('Cache-Control', 'no-cache');
    next();
  });
  // A route of its own, because express.static serves a mounted folder's index only for the path with a trailing slash.
  router.get('/', (_req, res) => res.sendFile('index.html', { root, cacheControl: false }));
  router.use(express.static(root, { index: false, redirect: false, cacheControl: false }));
  return router;
}
