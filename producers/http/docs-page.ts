/** /docs: Swagger UI over /openapi.json. All files are served from here and nothing is inline, as the content security policy demands. */

import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router } from 'express';

const page = (basePath: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Medfleet API</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${basePath}/docs/favicon-32x32.png"><link rel="stylesheet" href="${basePath}/docs/swagger-ui.css">
<link rel="stylesheet" href="${basePath}/docs/page.css"><script src="${basePath}/docs/theme.js"></script></head>
<body><nav><a href="${basePath}/dashboard">&#8592; Medfleet console</a></nav>
<div id="api"></div><script src="${basePath}/docs/swagger-ui-bundle.js"></script><script src="${basePath}/docs/open.js"></script></body>
</html>`;

const STYLE = `body { margin: 0; }
nav { font: 600 15px/1.5 system-ui, sans-serif; padding: 0.9rem 20px 0; max-width: 1460px; margin: 0 auto; box-sizing: border-box; }
nav a { color: #17646e; text-decoration: none; }
nav a:hover { text-decoration: underline; }
.dark-mode nav a { color: #7cc8d2; }
.swagger-ui .info { margin: 20px 0; }`;

/** The theme that was chosen in the console, or that of the system. Runs before anything is drawn. */
const THEME = `const system = matchMedia('(prefers-color-scheme: dark)');
function apply() {
  const theme = localStorage.getItem('theme') ?? 'auto';
  document.documentElement.classList.toggle('dark-mode', theme === 'dark' || (theme === 'auto' && system.matches));
}
apply();
system.addEventListener('change', apply);`;

const open = (basePath: string) =>
  `SwaggerUIBundle({ url: '${basePath}/openapi.json', dom_id: '#api', deepLinking: true, tryItOutEnabled: true });`;

export function docsPage(basePath: string): Router {
  const router = Router();
  const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  router.get('/', (_request, response) => {
    response.type('html').send(page(basePath));
  });
  router.get('/open.js', (_request, response) => {
    response.type('text/javascript').send(open(basePath));
  });
  router.get('/theme.js', (_request, response) => {
    response.type('text/javascript').send(THEME);
  });
  router.get('/page.css', (_request, response) => {
    response.type('css').send(STYLE);
  });
  router.use(express.static(files, { index: false }));
  return router;
}
