/**
 * Which texts are valid paths. A strict allow-list, because what a model writes here may come from a web page or a mail. A valid path is
 * only a name in our index; it is never used as it is for a path on a disk or a key in a bucket (see plain-name.ts). So this
 * is the first of two defences, and the one that tells the model what is wrong.
 */
import { AppError } from '../../platform/errors.ts';

const MAX_PATH_CHARS = 300;
const MAX_NAME_CHARS = 100;
const MAX_DEPTH = 8;

/** Letters, digits and their marks in any script; a space and - _ . , ' ( ) + & between them. */
const NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N} _.,'()+&-]*[\p{L}\p{M}\p{N}_)+])?$/u;
/** Invisible characters: they would make two names look the same. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Dots and separators in hexadecimal: in a file name they are only used to bypass checks. */
const ENCODED = /0x(?:2e|2f|5c)/i;
/** For these names Windows opens a device instead of a file, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin|conout|clock|com\d|lpt\d)\s*(?:\.|$)/i;

/** The path, in Unicode's composed form; throws `invalid` with the fix if it is not valid. */
export function parsePath(text: string): string {
  const path = text.normalize('NFC');
  if (path === '') throw refused('A path is missing.');
  if (path.length > MAX_PATH_CHARS) throw refused(`A path has at most ${MAX_PATH_CHARS} characters.`);
  if (/[\\:%]|^[/~]/.test(path) || ENCODED.test(path))
    throw refused('Paths are relative to the workspace, such as reports/summary.md.');
  // Some software treats characters that Unicode calls compatible with a dot, a slash or a plain letter as that character.
  if (path.normalize('NFKC') !== path || INVISIBLE.test(path))
    throw refused('Write names in plain characters: no full-width, styled or invisible ones.');
  const names = path.split('/');
  if (names.length > MAX_DEPTH) throw refused(`A path has at most ${MAX_DEPTH} parts.`);
  for (const name of names) checkName(name);
  return path;
}

export function isPath(text: string): boolean {
  try {
    return parsePath(text) !== '';
  } catch {
    return false;
  }
}

/** Two paths with the same key are one file: a disk that does not tell cases apart must agree with one that does. */
export function pathKey(path: string): string {
  return path.toUpperCase().toLowerCase().normalize('NFC');
}

/** "a", "a/b" for "a/b/c.md", outermost first. */
export function parentsOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

function checkName(name: string): void {
  if (name === '' || name === '.' || name === '..' || name.includes('..'))
    throw refused(
      'Paths are relative to the workspace, such as reports/summary.md, without empty parts or dots alone.',
    );
  if (name.length > MAX_NAME_CHARS) throw refused(`Each part of a path has at most ${MAX_NAME_CHARS} characters.`);
  if (DEVICE.test(name)) throw refused('This name belongs to a device on some systems; choose another.');
  if (!NAME.test(name))
    throw refused(
      "Names are made of letters, digits, spaces and - _ . , ' ( ) + &, and begin and end with a letter or digit.",
    );
}

function refused(message: string): AppError {
  return new AppError('invalid', message);
}
