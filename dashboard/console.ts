/** The console: one static page on which a person talks to the health team and sees what the fleet makes of it. */
import express, { Router } from 'express';
import { staticDir } from './static-dir.ts';

/** Nothing inline, nothing from elsewhere, and no way for a script to turn a string into markup. */
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

/** The page's links say `/dashboard/…`: mount it there, after the board. */
export function createConsole(): Router {
  const root = staticDir(import.meta.url, 'dashboard/console');
  const router = Router();
  router.use((_req, res, next) => {
    res.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    // Asked again each time, answered 304: a new release is seen at once.
    res.set('Cache-Control', 'no-cache');
    next();
  });
  // Its own route, because express.static serves a mounted folder's index only to those who type the trailing slash.
  router.get('/', (_req, res) => res.sendFile('index.html', { root, cacheControl: false }));
  router.use(express.static(root, { index: false, redirect: false, cacheControl: false }));
  return router;
}
