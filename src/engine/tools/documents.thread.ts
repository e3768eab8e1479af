/** What the threads of documents.ts do. */
import { threadTasks } from '../../platform/threads.ts';
import { htmlText, pdfText } from './document-text.ts';

export const serve = threadTasks({ html: htmlText, pdf: pdfText });
