/**
 * BASE_PATH, for a proxy that gives the fleet only a part of its addresses. Requests are taken with the prefix and without it, so a proxy
 * may pass it on or cut it off; every address that is sent has it.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

export function belowBasePath(app: RequestListener, basePath: string): RequestListener {
  if (basePath === '') return app;
  return (request, response) => {
    cutPrefix(request, basePath);
    prefixLocation(response, basePath);
    app(request, response);
  };
}

function cutPrefix(request: IncomingMessage, basePath: string): void {
  const { url = '/' } = request;
  const rest = url.startsWith(basePath) ? url.slice(basePath.length) : undefined;
  if (rest === undefined || !/^(?:[/?]|$)/.test(rest)) return;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}

/** Of redirects and of what was made: they are set in many places, and none needs to know. */
function prefixLocation(response: ServerResponse, basePath: string): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const isPath = name.toLowerCase() === 'location' && typeof value === 'string' && value.startsWith('/');
    return set(name, isPath && !value.startsWith(`${basePath}/`) ? basePath + value : value);
  };
}
