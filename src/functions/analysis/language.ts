/**
 * Guesses the language of code: the function's input does not name it. Lines are matched with what only one language writes; the
 * language with most such lines wins.
 */

export const LANGUAGES = [
  'javascript',
  'typescript',
  'python',
  'go',
  'java',
  'csharp',
  'rust',
  'ruby',
  'php',
  'c',
  'shell',
  'sql',
  'html',
  'css',
] as const;
export type Language = (typeof LANGUAGES)[number] | 'unknown';

/** More lines than this do not change the guess. */
const MAX_LINES = 2_000;
const MAX_LINE = 300;

/** Each is tried on one line without the spaces around it. */
const MARKS: readonly (readonly [Language, RegExp])[] = [
  ['javascript', /^(?:export |import .{1,200} from ['"]|import ['"]|import\()/],
  ['javascript', /^(?:const|let|var) [\w$[{]|^(?:async )?function\b|^module\.exports|=> ?[{(]?$|===|\bconsole\.log\(/],
  [
    'typescript',
    /^(?:export )?(?:interface|declare|namespace|enum|abstract class) \w|^import type |^(?:export )?type \w/,
  ],
  [
    'typescript',
    /\w\??: (?:string|number|boolean|void|unknown|any|never)\b|\bas const\b|\bPromise<|^(?:private|public|readonly) \w/,
  ],
  [
    'python',
    /^(?:async )?def \w+\(.{0,200}(?:\)|,|\()(?: ->.{0,100})?:?$|^class \w+.{0,100}:$|^from [\w.]+ import |^import [\w.]+(?: as \w+)?$/,
  ],
  [
    'python',
    /^(?:elif|except|with|for|while|if|try|else|finally)\b[^{]*:$|^self\.\w|^@\w+(?:\.\w+)*$|^print\(|__name__/,
  ],
  ['go', /^package \w+$|^func (?:\(\w+ \*?\w+\) )?\w+\(|\w :=|^import \($|^type \w+ (?:struct|interface) \{|^defer /],
  [
    'java',
    /^package [\w.]+;|^import (?:static )?[\w.]+(?:\.\*)?;|^(?:public|private|protected) (?:static |final |abstract )*(?:class|void|int|String)\b|System\.out\./,
  ],
  ['csharp', /^using [\w.]+;|^namespace [\w.]+|\bConsole\.Write|\{ get; (?:set; )?\}|^\[\w+\]$/],
  ['rust', /^(?:pub )?fn \w+|^(?:pub )?(?:struct|enum|trait|mod) \w+|^impl\b|^use [\w:]+|^let mut |println!\(|^#\[/],
  [
    'ruby',
    /^require(?:_relative)? ['"]|^def \w+[?!]?(?:\(.{0,200}\))?$|^end$|^module [A-Z]\w*$|^class [A-Z]\w*(?: < [\w:]+)?$|\bdo \|\w+\|/,
  ],
  ['php', /^<\?php|^\$\w+ ?=|^use [\w\\]+;|->\w+\(|^echo /],
  [
    'c',
    /^#(?:include|define|ifdef|ifndef|pragma)\b|^(?:int|void|char|static|struct|unsigned|double|float) \**\w+|^std::|::\w+\(/,
  ],
  ['shell', /^#!.{0,40}(?:ba|z|da)?sh\b|^(?:fi|done|esac)$|; then$|; do$|^echo |\$\{?\w+\}?"|^export \w+=/],
  ['sql', /^(?:select|insert into|update|delete from|create (?:table|index|view)|alter table|drop table)\b/i],
  ['html', /^<!doctype html|^<\/?(?:html|head|body|div|p|span|script|table|ul|li|a)\b/i],
  ['css', /^[.#@]?[\w-]+(?:[ ,:>.#][\w-]+)* \{$|^[\w-]+: [^;{]+;$/],
];

/** `unknown` if nothing speaks for one. TypeScript needs its own marks beside those of JavaScript. */
export function languageOf(text: string): Language {
  const score = new Map<Language, number>();
  for (const line of text.split('\n', MAX_LINES)) {
    const trimmed = line.slice(0, MAX_LINE).trim();
    for (const [language, mark] of MARKS) if (mark.test(trimmed)) score.set(language, (score.get(language) ?? 0) + 1);
  }
  const typescript = score.get('typescript') ?? 0;
  const both = typescript + (score.get('javascript') ?? 0);
  if (both > 0) score.set(typescript > 0 ? 'typescript' : 'javascript', both);
  if (typescript > 0) score.delete('javascript');
  const [best] = [...score].sort(([a, one], [b, other]) => other - one || rank(a) - rank(b));
  return best?.[0] ?? 'unknown';
}

function rank(language: Language): number {
  return (LANGUAGES as readonly string[]).indexOf(language);
}

export function isJavascript(language: Language): boolean {
  return language === 'javascript' || language === 'typescript';
}
