/**
 * Reads a unit at a place of a text, however it is put together: "mg", "mm Hg", "mg per dL", "mcg/kg/min", "ml kg-1 min-1",
 * "cells/mm3", "10^9/L", "miles an hour", "mL/min/1.73 m2". What it yields is a UCUM code, a dimension and a factor.
 */

import { patternsOf } from '../text/patterns.ts';
import { type Dimension, dimensionOf, type Powers, times } from './dimensions.ts';
import { isOneOf, isSpace, matchAt, signAfterSpace } from './match-at.ts';
import { type Atom, atomSpelled, beginsSpelling } from './unit-atoms.ts';

const { pattern } = patternsOf('quantities', 'read-unit');

export type UnitRead = {
  end: number;
  /** As in the text. */
  written: string;
  ucum: string;
  shown: string;
  powers: Powers;
  dimension: Dimension;
  factor: number;
  /** A single atom, as most are; its own spelling then decides how far it can be trusted. */
  simple: boolean;
  word: boolean;
};

type Part = { atom: Atom; power: number; end: number };

const TOKEN = /\p{L}+(?:(?<=H)2[O0])?|[^\s\p{L}\p{N}]/uy;
const SPACE = /[^\S\n]{0,3}/uy;
const SHAPE = /(square|sq\.?|cubic|cu\.?)\s+/iy;
const SHAPE_AFTER = /\s(squared|cubed)\b/iy;
const SUPERSCRIPT: Readonly<Record<string, number>> = {
  '¹': 1,
  '²': 2,
  '³': 3,
  '⁻¹': -1,
  '⁻²': -2,
  '⁻³': -3,
  '−¹': -1,
};
const POWER =
  /([⁻−]?[¹²³])|\^\s?\(?([-−–]?[1-5])\)?(?!\d)|(?:\s?([-−–]\s?[1-3])|([2-3])|\s([-−–]\s?[1-3]))(?![\d.,%]?\d|\p{L})/uy;
/** "2 l · day −1": after a word, a minus of print only. */
const WORD_POWER = /(⁻[¹²³])|\^\s?(-[1-3])|\s?(−\s?[1-3])(?![\d.,%]?\d|\p{L})/uy;
const OVER =
  /\s?[/⁄∕]\s?|\s+per\s+|[-\s]per-|\s+(?:an?|each|every)\s+(?=second|minute|hour|day|night|week|month|year|hr|min|wk|mo)/iy;
const LOST_POWER = /\s([23])(?=\s?(?:$|[.,;:)/])|\s(?:and|or|at|for|with|in|was|were|is|by|to|from|of)\b)/uy;
const EACH = /\s+(?:an?|each|every)\s/iy;
const TIMES = /\s?[·⋅∙•]\s?|\.(?=\p{L})|\s|\*/uy;
/** "km s-1" is a product, "5 mg s…" is not: without a dot, only what has a power below zero joins in. */
const PRODUCT = /\s?[·⋅∙•]\s?|\.(?=\p{L})|\s(?=.{1,40}?[-−–⁻^])|\*/uy;
/** Between the stroke and its unit a number may be: mg/100 mL, mL/min/1.73 m2, per 24 hours. */
const AMOUNT_BELOW = /(1[.·]73|100|1000|10|24|1)\s?/uy;
const SCALE = pattern('SCALE', 'iy');
const SCALES: Readonly<Record<string, number>> = {
  k: 3,
  thou: 3,
  thousand: 3,
  m: 6,
  mil: 6,
  million: 6,
  bil: 9,
  billion: 9,
  '³': 3,
  '⁶': 6,
  '⁹': 9,
  '¹²': 12,
};
const BELOW_START = /[/⁄∕]\s?|per\s+/iy;
/** Most words are no units: what cannot begin one is not tried. */
const SCALE_STARTS = 'x×*1kKtTmMbB';
const BELOW_STARTS = '/⁄∕pP';
const OVER_STARTS = '/⁄∕pPaAeE-';
const SHAPE_STARTS = 'sScC';
const POWER_STARTS = '⁻−¹²³^-–23';

export function readUnitAt(text: string, at: number): UnitRead | null {
  const start = text.charAt(at);
  const scale = SCALE_STARTS.includes(start) ? readScale(text, at) : null;
  if (scale) return compound(text, at, scale.end, null, scale.power);
  const first = readPart(text, at);
  if (first) return compound(text, at, first.end, first, 0);
  // "80/min", "12,000 per microliter": nothing above the stroke.
  return BELOW_STARTS.includes(start) && matchAt(BELOW_START, text, at) ? compound(text, at, at, null, 0) : null;
}

function compound(text: string, at: number, from: number, first: Part | null, scale: number): UnitRead | null {
  const above: Part[] = first && first.power > 0 ? [first] : [];
  const below: { part: Part; amount: string }[] = first && first.power < 0 ? [{ part: first, amount: '' }] : [];
  let end = from;
  for (;;) {
    // "0.5% per year" is a percentage, "24 h a day" are hours.
    if (first?.atom.powers.F || (first?.atom.powers.T === 1 && matchAt(EACH, text, end))) break;
    const over = readOver(text, end) ?? (end === at ? matchAt(BELOW_START, text, end) : null);
    if (over) {
      const group = text.charAt(end + over[0].length) === '(' ? readGroup(text, end + over[0].length) : null;
      if (group) {
        for (const part of group.parts) below.push({ part, amount: '' });
        end = group.end;
        continue;
      }
      const amount = matchAt(AMOUNT_BELOW, text, end + over[0].length);
      const part = readPart(text, end + over[0].length + (amount?.[0].length ?? 0));
      // "11 hours per day" are hours.
      if (!part || (first?.atom.powers.T === 1 && part.atom.powers.T === 1)) break;
      // Papers lose their superscripts: "kg/m 3".
      const lost =
        part.power === 1 && part.atom.powers.L === 1 && !part.atom.word ? matchAt(LOST_POWER, text, part.end) : null;
      if (lost) [part.power, part.end] = [Number(lost[1]), part.end + lost[0].length];
      below.push({ part, amount: amount?.[1] ?? '' });
      end = part.end;
      continue;
    }
    const dot = end > at && !scale ? matchAt(PRODUCT, text, end) : null;
    const part = dot && readPart(text, end + dot[0].length, below.length > 0 || !/^\s$/.test(dot[0]));
    if (!dot || !part || (part.power > 0 && (/^[\s.]$/.test(dot[0]) || part.atom.word))) break;
    if (part.power < 0) below.push({ part, amount: '' });
    else above.push(part);
    end = part.end;
  }
  if (above.length + below.length === 0) return null;
  return assembled(text.slice(at, end), end, above, below, scale);
}

function readOver(text: string, at: number): RegExpExecArray | null {
  const sign = signAfterSpace(text, at);
  return isOneOf(OVER_STARTS, sign) || isSpace(sign) ? matchAt(OVER, text, at) : null;
}

function assembled(
  written: string,
  end: number,
  above: readonly Part[],
  below: readonly { part: Part; amount: string }[],
  scale: number,
): UnitRead {
  const single = above.length === 1 && below.length === 0 && !scale ? above[0] : undefined;
  if (single?.power === 1) {
    const { code: ucum, shown, powers, factor, word } = single.atom;
    return { end, written, ucum, shown, powers, dimension: dimensionOf(powers), factor, simple: true, word };
  }
  let powers: Powers = {};
  let factor = 10 ** scale;
  for (const { atom, power } of above) {
    powers = times(powers, atom.powers, power);
    factor *= atom.factor ** power;
  }
  let [ucumBelow, shownBelow] = ['', ''];
  for (const { part, amount } of below) {
    const power = Math.abs(part.power);
    // The standard body surface counts as a name and not as an area: see UCUM's annotations.
    if (/^1[.·]73$/.test(amount)) {
      [ucumBelow, shownBelow] = [`${ucumBelow}/{1.73_m2}`, `${shownBelow}/1.73m2`];
      continue;
    }
    const number = amount === '1' ? '' : amount;
    powers = times(powers, part.atom.powers, -power);
    factor /= part.atom.factor ** power * Number(number || 1);
    ucumBelow +=
      number === '100' && part.atom.code === 'mL'
        ? '/dL'
        : `/${number ? `${number}.` : ''}${raised(part.atom.code, power)}`;
    shownBelow += `/${number}${raised(part.atom.shown, power)}`;
  }
  // What is counted goes without saying: cells/mm3 is /mm3, beats/min is /min.
  const named = above.filter(({ atom }) => !(below.length > 0 && atom.code.startsWith('{')));
  const lead = scale ? [`10*${scale}`] : [];
  const shownLead = scale ? [`10^${scale}`] : [];
  return {
    end,
    written,
    ucum: [...lead, ...named.map(({ atom, power }) => raised(atom.code, power))].join('.') + ucumBelow,
    shown: [...shownLead, ...named.map(({ atom, power }) => raised(atom.shown, power))].join('·') + shownBelow,
    powers,
    dimension: dimensionOf(powers),
    factor,
    simple: false,
    word: single?.atom.word ?? false,
  };
}

/** "(kg·day)", "(m K)": several below one stroke. */
function readGroup(text: string, at: number): { parts: Part[]; end: number } | null {
  const parts: Part[] = [];
  for (let place = at + 1; parts.length < 4; ) {
    const part = readPart(text, place);
    if (!part) return null;
    parts.push(part);
    if (text.charAt(part.end) === ')') return { parts, end: part.end + 1 };
    place = part.end + (matchAt(TIMES, text, part.end)?.[0].length ?? 0);
    if (place === part.end) return null;
  }
  return null;
}

/** One atom with its power: "m2", "cubic centimeters", "s-1". Among others, a word may have a plain sign too: "mg kg-1 day-1". */
function readPart(text: string, at: number, amid = false): Part | null {
  const shape = SHAPE_STARTS.includes(text.charAt(at)) ? matchAt(SHAPE, text, at) : null;
  const found = readAtom(text, at + (shape?.[0].length ?? 0));
  if (!found) return null;
  const { atom, end } = found;
  if (shape) return { atom, end, power: /^c/i.test(String(shape[1])) ? 3 : 2 };
  const measure = atom.word && (atom.powers.L === 1 || atom.powers.T === 1);
  const after = measure && isOneOf('sScC', text.charAt(end + 1)) ? matchAt(SHAPE_AFTER, text, end) : null;
  if (after) return { atom, end: end + after[0].length, power: /^c/i.test(String(after[1])) ? 3 : 2 };
  const next = text.charAt(end);
  const canRise =
    !(atom.powers.C || atom.powers.F || atom.powers.G) &&
    (!atom.word || amid || isOneOf('⁻^−', next) || text.charAt(end + 1) === '−');
  const canBeginPower = canRise && isOneOf(POWER_STARTS, signAfterSpace(text, end));
  const raisedTo = canBeginPower ? matchAt(atom.word && !amid ? WORD_POWER : POWER, text, end) : null;
  if (!raisedTo) return { atom, end, power: 1 };
  const sign = raisedTo[1];
  const power = sign
    ? SUPERSCRIPT[sign.replace('−', '⁻')]
    : Number(
        String(raisedTo[2] ?? raisedTo[3] ?? raisedTo[4] ?? raisedTo[5])
          .replace(/[−–]/, '-')
          .replace(' ', ''),
      );
  if (!power) return { atom, end, power: 1 };
  // "5 L2" and "20 g2" are no units: plain figures after a unit are powers only for lengths and seconds.
  if (raisedTo[4] && !(atom.powers.L === 1 || atom.code === 's')) return { atom, end, power: 1 };
  return { atom, end: end + raisedTo[0].length, power };
}

/** The longest spelling that is here and ends where a word ends. */
function readAtom(text: string, at: number): { atom: Atom; end: number } | null {
  let spelling = '';
  let best: { atom: Atom; end: number } | null = null;
  let end = at;
  for (let count = 0; count < 5; count += 1) {
    const gap = count === 0 ? '' : (matchAt(SPACE, text, end)?.[0] ?? '');
    const token = matchAt(TOKEN, text, end + gap.length)?.[0];
    if (!token) break;
    spelling += (gap ? ' ' : '') + token.replace('μ', 'µ');
    end += gap.length + token.length;
    const atom = atomSpelled(spelling);
    if (atom) best = { atom, end };
    if (!beginsSpelling(spelling)) break;
  }
  return best;
}

function readScale(text: string, at: number): { end: number; power: number } | null {
  const found = matchAt(SCALE, text, at);
  if (!found) return null;
  const key = found[1] ?? found[2] ?? String(found[3]).toLowerCase();
  return { end: at + found[0].length, power: SCALES[key] ?? Number(key) };
}

function raised(code: string, power: number): string {
  return power === 1 ? code : `${code}${power}`;
}
