/** What the thread of open-analysers.ts does. */
import { threadTasks } from '../../platform/threads.ts';
import { checkConfiguration } from './configuration.ts';
import { listDependencies } from './dependencies.ts';
import { checkDocument } from './document.ts';
import { findDuplicates } from './duplicates.ts';
import { lint } from './javascript/lint.ts';
import { isJavascriptText } from './javascript/parse.ts';
import { type Language, languageOf } from './language.ts';
import { measureLines } from './lines.ts';
import { findSecrets } from './secrets.ts';

export const serve = threadTasks({
  language: detectLanguage,
  eslint: lint,
  lines: measureLines,
  duplicates: findDuplicates,
  secretlint: findSecrets,
  configuration: checkConfiguration,
  dependencies: listDependencies,
  document: checkDocument,
});

/** Code without marks of any language is JavaScript if it can be parsed as such. */
function detectLanguage(text: string): Language {
  const language = languageOf(text);
  return language === 'unknown' && isJavascriptText(text) ? 'javascript' : language;
}
