/**
 * Files go into the sandbox and come out of it as a tar stream, made and read by tar inside: this process never opens a path that a
 * program has chosen. What comes out is hostile: only regular files with plain names are kept, links and devices never.
 */

export type SandboxFile = { path: string; text: string };

export type WrittenFile = {
  path: string;
  bytes: number;
  /** Null: not text, or too long to return. */
  text: string | null;
};

const BLOCK = 512;
/** What the name field of a tar header holds. */
const MAX_NAME_BYTES = 100;
const MAX_RETURNED_FILES = 50;
const MAX_TEXT_BYTES = 64 * 1024;
const MAX_RETURNED_BYTES = 256 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A plain relative path: no empty part, no part of dots alone, no control character, no backslash. */
export function isPlainPath(path: string): boolean {
  if (path === '' || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\\]/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

export function fitsArchive(name: string): boolean {
  return isPlainPath(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}

export function makeArchive(files: readonly SandboxFile[]): Buffer {
  const blocks = files.flatMap(({ path, text }) => {
    const content = Buffer.from(text);
    return [headerOf(path, content.length), content, Buffer.alloc(padding(content.length))];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

export type ReadArchive = {
  files: WrittenFile[];
  /** Some were left out: too many, or with a name that is not returned. */
  leftOut: boolean;
};

/** Reads as far as the archive makes sense. */
export function readArchive(archive: Buffer): ReadArchive {
  const read: ReadArchive = { files: [], leftOut: false };
  let budget = MAX_RETURNED_BYTES;
  let longName: string | null = null;
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    const entry = entryOf(header);
    if (entry === null) break;
    const content = archive.subarray(at + BLOCK, at + BLOCK + entry.size);
    if (content.length < entry.size) {
      read.leftOut = true;
      break;
    }
    at += BLOCK + entry.size + padding(entry.size);
    if (entry.type === 'L') {
      // It ends with a zero byte.
      longName = textOf(content)?.split('\0', 1)[0] ?? '';
      continue;
    }
    const name = (longName ?? entry.name)?.replace(/^\.\//, '');
    longName = null;
    if (entry.type !== '0') continue;
    if (name === undefined || !isPlainPath(name) || read.files.length >= MAX_RETURNED_FILES) {
      read.leftOut = true;
      continue;
    }
    const text = entry.size <= Math.min(MAX_TEXT_BYTES, budget) ? textOf(content) : null;
    if (text !== null) budget -= entry.size;
    read.files.push({ path: name, bytes: entry.size, text });
  }
  return read;
}

/** Null at the end of the archive, and at anything that is not a header. */
function entryOf(header: Buffer): { name: string | undefined; size: number; type: string } | null {
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  if (octal(header.subarray(148, 156)) !== sum) return null;
  const size = octal(header.subarray(124, 136));
  if (size === null) return null;
  const type = String.fromCharCode(header[156] || 0x30);
  const end = header.indexOf(0);
  const name = textOf(header.subarray(0, end === -1 || end > MAX_NAME_BYTES ? MAX_NAME_BYTES : end));
  // Sizes count only for files and for the names that precede them.
  return { name: name ?? undefined, size: type === '0' || /[LKxg]/.test(type) ? size : 0, type };
}

function headerOf(name: string, size: number): Buffer {
  if (!fitsArchive(name)) throw new RangeError('a name that does not fit a tar header');
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function octal(field: Buffer): number | null {
  const digits = /^ *([0-7]{1,11})[ \0]*$/.exec(field.toString('latin1'))?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}

function textOf(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}
