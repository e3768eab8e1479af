/** Bull Board's own page, as it is sent: without the fonts of another host, and with a way back to the console. */
import type { RequestHandler } from 'express';

const OTHER_HOSTS = /<link\b[^<>]{0,300}\bhref="https?:[^<>]{0,300}>/g;

/** In the corner that the board leaves free at every size. The board's policy allows inline styles, and no script is needed. */
const back = (basePath: string) =>
  `<a href="${basePath}/dashboard" style="${[
    'position:fixed',
    'right:1rem',
    'bottom:1rem',
    'z-index:1000',
    'padding:.5rem 1rem',
    'border-radius:999px',
    'background:#0b5e6b',
    'color:#fff',
    'font:600 14px/1.4 system-ui,sans-serif',
    'text-decoration:none',
    'box-shadow:0 2px 8px rgba(0,0,0,.35)',
  ].join(';')}">&#8592; Medfleet console</a>`;

export function adaptPage(basePath: string): RequestHandler {
  return (_request, response, next) => {
    const send = response.send.bind(response);
    response.send = (body) => send(typeof body === 'string' ? adapted(body, basePath) : body);
    next();
  };
}

/** Answers of the API are JSON and stay as they are. */
function adapted(body: string, basePath: string): string {
  if (!body.startsWith('<!DOCTYPE html>')) return body;
  return body.replace(OTHER_HOSTS, '').replace('</body>', `${back(basePath)}</body>`);
}
