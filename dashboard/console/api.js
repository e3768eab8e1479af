/** Calls the API. Every failure is thrown as a Problem, which the page can show. */

export class Problem extends Error {
  constructor({ title, detail, status, code, errors, retryAfter }) {
    super(title);
    Object.assign(this, { title, detail, status, code, errors: errors ?? [], retryAfter });
  }
}

/** `token()` is called for each request, so the token is kept in its input field and nowhere else. */
export function createApi(token) {
  async function send(path, { method = 'GET', body, headers = {}, signal } = {}) {
    const sent = { accept: 'application/json', ...headers };
    if (token()) sent.authorization = `Bearer ${token()}`;
    if (body !== undefined) sent['content-type'] = 'application/json';
    let response;
    try {
      response = await fetch(path, {
        method,
        headers: sent,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
        cache: 'no-store',
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem({ title: 'Medfleet does not answer', detail: 'Is it running, and are you online?', status: 0 });
    }
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  return {
    send,
    async json(path, options) {
      return (await send(path, options)).json();
    },
  };
}

async function problemOf(response) {
  const body = await response.json().catch(() => ({}));
  return new Problem({
    title: body.title ?? `The server answered ${response.status}`,
    detail: body.detail ?? (response.status === 401 ? 'Enter an access token above.' : undefined),
    status: response.status,
    code: body.code,
    errors: body.errors,
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
  });
}
