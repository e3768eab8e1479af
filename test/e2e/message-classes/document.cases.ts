/** Links and files of a conversation without a model: what failed is said. */
import type { MessageClass } from './message-class.ts';

export const DOCUMENTS: readonly MessageClass[] = [
  {
    shows: 'a link that cannot be read is not called read',
    each: { status: 'degraded', route: 'url', says: [/could not|cannot|not be|unable|need/i] },
    messages: [
      { text: 'https://127.0.0.1:9/report.pdf' },
      { text: 'Have a look at http://localhost:9/results.html please' },
      { text: 'My scan is here: https://example.invalid/mri' },
      { text: 'https://www.youtube.com/watch?v=abc123xyz00', says: [/model/i] },
    ],
  },
];
