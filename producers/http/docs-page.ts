/** /docs: Swagger UI over /openapi.json. All files are served from here and nothing is inline, as the content security policy demands. */

import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router } from 'express';

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Medfleet API</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/docs/favicon-32x32.png"><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="api"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/open.js"></script></body>
</html>`;

const OPEN = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, tryItOutEnabled: true });`;

export function docsPage(): Router {
  const router = Router();
  const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  router.get('/', (_request, response) => {
    response.type('html').send(PAGE);
  });
  router.get('/open.js', (_request, response) => {
    response.type('text/javascript').send(OPEN);
  });
  router.use(express.static(files, { index: false }));
  return router;
}
