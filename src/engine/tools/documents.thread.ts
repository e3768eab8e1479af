/** What the threads of documents.ts do. */
import { threadTasks } from '../../platform/threads.ts';
import { htmlText, pdfPages, pdfText } from './document-text.ts';

export const serve = threadTasks({ html: htmlText, pdf: pdfText, pdfPages });
