/** What the threads of documents.ts do. */
import { threadTasks } from '../../platform/threads.ts';
import { htmlText, pdfPages } from './document-text.ts';

export const serve = threadTasks({ html: htmlText, pdfPages });
