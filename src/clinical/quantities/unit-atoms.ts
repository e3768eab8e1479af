/**
 * The parts that units are made of (mg, dL, min), with every metric prefix and in every spelling, so that any compound of them can
 * be read: nobody can list "mcg/kg/min" and all its cousins.
 */
import { listOf, readTable } from '../vocabulary/table.ts';
import { type Powers, powersOf } from './dimensions.ts';

export type Atom = {
  /** Its code in UCUM. */
  code: string;
  shown: string;
  powers: Powers;
  /** How much it is in g, m, s, K, mol. */
  factor: number;
  /** Written as a word ("milligrams") and not as a symbol ("mg"). */
  word: boolean;
};

const ROWS = readTable('unit-atoms', ['code', 'shown', 'dimension', 'factor', 'prefixes', 'symbols', 'names']);

type Prefix = { code: string; symbols: readonly string[]; name: string; factor: number };
const PREFIXES: readonly Prefix[] = [
  { code: 'T', symbols: ['T'], name: 'tera', factor: 1e12 },
  { code: 'G', symbols: ['G'], name: 'giga', factor: 1e9 },
  { code: 'M', symbols: ['M'], name: 'mega', factor: 1e6 },
  { code: 'k', symbols: ['k', 'K'], name: 'kilo', factor: 1e3 },
  { code: 'h', symbols: ['h'], name: 'hecto', factor: 1e2 },
  { code: 'd', symbols: ['d'], name: 'deci', factor: 0.1 },
  { code: 'c', symbols: ['c'], name: 'centi', factor: 0.01 },
  { code: 'm', symbols: ['m'], name: 'milli', factor: 1e-3 },
  { code: 'u', symbols: ['µ', 'u', 'mc'], name: 'micro', factor: 1e-6 },
  { code: 'n', symbols: ['n'], name: 'nano', factor: 1e-9 },
  { code: 'p', symbols: ['p'], name: 'pico', factor: 1e-12 },
  { code: 'f', symbols: ['f'], name: 'femto', factor: 1e-15 },
];
/** In any case ("MG", "Kg", "mmHG") a spelling means the commonest of what it could: mg before Mg. */
const COMMON_FIRST = 'kcdmunphfMGT';

const ONE_WORD = /^\p{L}+$/u;

const exact = new Map<string, Atom>();
const loose = new Map<string, Atom>();
const codes = new Map<string, Atom>();
/** The first words of spellings that have several: "mm Hg", "degrees C". */
const longer = new Set<string>();

for (const row of ROWS) plant(row);

/** The atom of this spelling, in its own case or else in any. */
export function atomSpelled(spelling: string): Atom | undefined {
  return exact.get(spelling) ?? loose.get(spelling.toLowerCase());
}

export function atomCoded(code: string): Atom | undefined {
  return codes.get(code);
}

/** Whether a longer spelling begins like this. */
export function beginsSpelling(start: string): boolean {
  return longer.has(start.toLowerCase());
}

function plant(row: (typeof ROWS)[number]): void {
  const base = { code: row.code, shown: row.shown, powers: powersOf(row.dimension), factor: Number(row.factor) };
  const symbol: Atom = { ...base, word: false };
  const word: Atom = { ...base, word: true };
  const names = listOf(row.names).map((name) => ({ name: name.replace(/^-/, ''), alone: !name.startsWith('-') }));
  if (!codes.has(row.code)) codes.set(row.code, symbol);
  for (const written of listOf(row.symbols)) addSymbol(written.replace(/^=/, ''), symbol, written.startsWith('='));
  for (const { name, alone } of names) if (alone) addWord(name, word);
  const caseMatters = row.prefixes.endsWith('=');
  const prefixes = [...row.prefixes.replace('=', '')].sort((a, b) => COMMON_FIRST.indexOf(a) - COMMON_FIRST.indexOf(b));
  for (const letter of prefixes) {
    const prefix = PREFIXES.find(({ code }) => code === letter);
    if (!prefix) throw new Error(`unit-atoms.psv: no such prefix: ${letter}`);
    const scaled = {
      code: `${prefix.code}${row.code}`,
      shown: `${prefix.symbols[0]}${row.shown}`,
      powers: base.powers,
      factor: base.factor * prefix.factor,
    };
    if (!codes.has(scaled.code)) codes.set(scaled.code, { ...scaled, word: false });
    for (const written of listOf(row.symbols)) {
      const bare = written.replace(/^=/, '');
      // "mm Hg" and "% w/w" take no prefix; a symbol that needs its case alone ("g") is plain with a prefix ("MG").
      if (!/^[\p{L}Ω]+$/u.test(bare)) continue;
      for (const sign of prefix.symbols) {
        // "us" is a word.
        if (sign + bare !== 'us')
          addSymbol(sign + bare, { ...scaled, word: false }, caseMatters || 'MGT'.includes(letter));
      }
    }
    for (const { name } of names) addWord(prefix.name + name, { ...scaled, word: true });
  }
}

function addSymbol(spelling: string, atom: Atom, caseMatters: boolean): void {
  add(exact, spelling, atom);
  add(exact, `${spelling}s`, atom, /^(?:[munpkcd]?(?:g|gm|l|L|mol|eq|Eq)|[ck]m|mcg|ft|in)$/.test(spelling));
  if (!caseMatters) {
    add(loose, spelling.toLowerCase(), atom);
    add(loose, `${spelling.toLowerCase()}s`, atom, /^(?:[mk]?cg|[mkun]g|ml|mmol|m?eq)$/i.test(spelling));
  }
}

function addWord(name: string, atom: Atom): void {
  add(loose, name, atom);
  add(loose, plural(name), atom);
}

function add(map: Map<string, Atom>, spelling: string, atom: Atom, wanted = true): void {
  if (!wanted || map.has(spelling)) return;
  map.set(spelling, atom);
  if (ONE_WORD.test(spelling)) return;
  for (const cut of spelling.matchAll(/(?<=[^\p{L}])|(?=[^\p{L}])/gu)) {
    if (cut.index > 0 && cut.index < spelling.length) longer.add(spelling.slice(0, cut.index).trimEnd().toLowerCase());
  }
}

function plural(name: string): string {
  if (/(?:ch|s|x)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}
