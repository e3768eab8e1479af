/** The console: one page for every path below `/dashboard`, and its bundle. What it shows comes from the API, which checks access. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Request, type Response, Router } from 'express';
import { type Asset, bundleConsole } from './bundle.ts';

/** No inline code, no other hosts, and no way for a script to parse a string as markup (Trusted Types). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Made once a process, however many producers it starts. */
let bundled: Promise<ReadonlyMap<string, Asset>> | undefined;

/** Mount it at `/dashboard`, after the board. `basePath`: what a browser has before it. */
export function createConsole(basePath: string): Router {
  const root = join(import.meta.dirname, 'console');
  bundled ??= bundleConsole(root);
  const bundle = bundled;
  const page = readFile(join(root, 'index.html'), 'utf8').then((text) =>
    text.replaceAll('"/dashboard/', `"${basePath}/dashboard/`).replace('see /docs', `see ${basePath}/docs`),
  );
  page.catch(() => undefined);
  // A failure is answered to whoever asks for the bundle; nobody may have asked yet.
  bundle.catch(() => undefined);
  const router = Router();
  router.use((_req, res, next) => {
    res.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    // Browsers revalidate each time (304), so a new release is used at once.
    res.set('Cache-Control', 'no-cache');
    next();
  });
  router.get('/assets/:name', async (req, res, next) => {
    const asset = (await bundle).get(req.params.name);
    if (asset) sendAsset(asset, req, res);
    else next();
  });
  router.get('/icon.svg', (_req, res) => res.sendFile('icon.svg', { root, cacheControl: false }));
  router.get(['/', '/*path'], async (req, res, next) => {
    // A missing file is not a page, and neither is an address of the board that the board does not know.
    if (/\.\w+$/.test(req.path) || req.path.startsWith('/queues')) next();
    else res.type('html').send(await page);
  });
  return router;
}

function sendAsset(asset: Asset, req: Request, res: Response): void {
  const encoding = req.acceptsEncodings('br', 'gzip', 'identity');
  res.set({ 'Content-Type': asset.type, ETag: asset.etag, Vary: 'Accept-Encoding' });
  if (encoding === 'br' || encoding === 'gzip') res.set('Content-Encoding', encoding);
  res.send(encoding === 'br' ? asset.br : encoding === 'gzip' ? asset.gzip : asset.plain);
}
