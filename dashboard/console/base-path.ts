/** What stands before every path of this server, as BASE_PATH says there; the page's script was loaded from below it. */
export const BASE_PATH = new URL(import.meta.url).pathname.replace(/\/dashboard\/assets\/[^/]*$/, '');
