/** Which texts are valid paths: attacks that a model or a web page may try, and real names of files. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePath, pathKey } from '../../../src/engine/workspace/paths.ts';
import { storedName, workspaceName } from '../../../src/engine/workspace/plain-name.ts';

const isPath = (text: string) => {
  try {
    parsePath(text);
    return true;
  } catch {
    return false;
  }
};

describe('accepted', () => {
  it.each([
    'reports/summary.md',
    'notes/2026-03-01 call with Dr. Okafor.md',
    'evidence/phase 3/NCT01234567.json',
    'a',
    'tracking/week_12 (draft), v2.txt',
    'notes/Größe.md',
    'notes/日本語のメモ.md',
    'notes/हिन्दी.md',
    "notes/O'Brien + Levi & sons.md",
    'console.md',
    'notes/communication.md',
  ])('%s', (path) => expect(parsePath(path)).toBe(path));

  it('is composed as Unicode composes it, so that two spellings are one file', () => {
    expect(parsePath('notes/Gro\u0308ße.md')).toBe('notes/Größe.md');
  });
});

describe('refused', () => {
  it.each([
    ['', 'nothing'],
    ['/etc/passwd', 'absolute'],
    ['//host/share', 'a share'],
    ['~/x', 'a home'],
    ['../x', 'up'],
    ['notes/../../x', 'up from inside'],
    ['notes/./x', 'a dot'],
    ['notes//x', 'an empty part'],
    ['notes/', 'an empty end'],
    ['notes/...', 'only dots'],
    ['notes/....//x', 'dots that a careless filter would shorten'],
    ['notes\\x', 'a backslash'],
    ['C:x', 'a drive'],
    ['C:\\x', 'a drive and a backslash'],
    ['x:stream', 'a stream'],
    ['file:///etc/passwd', 'a URL'],
    ['notes/%2e%2e/x', 'percent-encoded'],
    ['notes/%252e%252e%252fx', 'twice percent-encoded'],
    ['notes/0x2e0x2e0x2fx', 'hexadecimal'],
    ['notes/a\0.md', 'a NUL'],
    ['notes/a\n.md', 'a line break'],
    ['notes/a\u0085.md', 'a control character'],
    ['notes/\u202Efdp.md', 'text turned round'],
    ['notes/a\u200B.md', 'an invisible character'],
    ['notes/a\uFE0F.md', 'a variation selector'],
    ['notes／x', 'a full-width slash'],
    ['\uFF0E\uFF0E/x', 'full-width dots'],
    ['\u2025/x', 'a two-dot leader'],
    ['\u2024\u2024/x', 'one-dot leaders'],
    ['notes\u2044x', 'a fraction slash'],
    ['notes\u2215x', 'a division slash'],
    ['notes/\u2100.md', 'a sign that decomposes to a/c'],
    ['notes/ﬁle.md', 'a ligature'],
    ['notes/COM¹', 'a device in superscript'],
    ['.env', 'hidden'],
    ['.git/config', 'hidden folder'],
    ['notes/a.', 'a dot at the end'],
    ['notes/a ', 'a space at the end'],
    [' notes/a', 'a space at the beginning'],
    ['CON', 'a device'],
    ['notes/nul.txt', 'a device with an ending'],
    ['notes/Aux .md', 'a device with a space'],
    ['lpt1/x', 'a device as a folder'],
    ['notes/a*b', 'a wildcard'],
    ['notes/$HOME', 'a variable'],
    ['notes/`id`', 'a command'],
    ['notes/a|b', 'a pipe'],
    ['notes/<b>', 'markup'],
    ['notes/a\uD800', 'half a character'],
    ['\u0301a', 'a mark with nothing under it'],
    [`notes/${'a'.repeat(101)}`, 'a long name'],
    [Array.from({ length: 9 }, () => 'a').join('/'), 'deep'],
    [Array.from({ length: 7 }, () => 'a'.repeat(60)).join('/'), 'long in all'],
    ['a'.repeat(1_000_000), 'a very long name'],
    [`${'../'.repeat(5_000)}etc/passwd`, 'very far up'],
  ])('%j (%s)', (path) => expect(() => parsePath(path)).toThrow(expect.objectContaining({ code: 'invalid' })));

  it('and says what a path looks like, without repeating what was tried', () => {
    expect(() => parsePath('/etc/passwd')).toThrow('Paths are relative to the workspace, such as reports/summary.md.');
  });
});

describe('whatever passes', () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom('.', '..', '/', '\\', ':', '%2e', '\0', '\u2024', '\uFF0F', ' ', 'a', 'é', 'İ', 'ß', 'con', '~'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 40,
  });

  it('has no part with a special meaning on a disk, and is stable when parsed again', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        if (!isPath(text)) return;
        const path = parsePath(text);
        expect(parsePath(path)).toBe(path);
        expect(path.normalize('NFKC')).toBe(path);
        for (const name of path.split('/')) expect(name).not.toMatch(/^\.|^$|[. ]$|\.\.|[\\:%\p{C}]/u);
        expect(pathKey(path.toUpperCase())).toBe(pathKey(path));
      }),
    );
  });

  it('becomes a name of plain letters, and so does its owner', () => {
    fc.assert(
      fc.property(nasty, nasty, (one, other) => {
        expect(storedName(one, 3)).toMatch(/^(?:[a-z0-9]+-)*v3-[0-9a-f]{16}\.[a-z]+$/);
        expect(workspaceName(one, other)).toMatch(/^(?:[a-z0-9]+-)*[0-9a-f]{32}$/);
        if (one !== other) expect(workspaceName(one, other)).not.toBe(workspaceName(other, one));
      }),
    );
  });
});
