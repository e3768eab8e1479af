/**
 * Loaded into a worker process (`--import`) to know which answers of a scripted model server it has received to the end: the number of
 * each (its header `x-call`) is appended to the file READ_CALLS_FILE. What is written to a file survives the kill of the process that
 * wrote it. Plain JavaScript: the threads of the process load it too.
 */
import { subscribe } from 'node:diagnostics_channel';
import { openSync, writeSync } from 'node:fs';

const file = openSync(String(process.env.READ_CALLS_FILE), 'a');
const calls = new WeakMap();

// Node's fetch publishes the headers as a flat list of names and values, and the end of a body as its trailers.
subscribe('undici:request:headers', ({ request, response }) => {
  const at = response.headers.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === 'x-call');
  if (at >= 0) calls.set(request, String(response.headers[at + 1]));
});

subscribe('undici:request:trailers', ({ request }) => {
  const call = calls.get(request);
  if (call) writeSync(file, `${call}\n`);
});
