/**
 * Many units are words or letters that mean something else in the next sentence: in, a second, one foot, 2 M, the 90 s, two moles.
 * Here stands when they are meant as units.
 */

import { patternsOf } from '../text/patterns.ts';
import { isDigit, isLetter, matchAt } from './match-at.ts';
import { KELVIN_BEFORE, type NumberRead } from './read-number.ts';
import type { UnitRead } from './read-unit.ts';

const { pattern } = patternsOf('quantities', 'trusted-units');
/** Units that are also ordinary words. */
const ORDINARY_UNIT = pattern('ORDINARY_UNIT', 'i');

type Place = { start: number; gap: string; number: NumberRead; unit: UnitRead };

/** After a lone letter, a word or a number of its own makes it a name: "Na 140 K 4.1", "group 2 A 5". */
const NUMBER_NEXT = /\s*[:=]?\s+[-+<>]?\s?\d|\s*[:=]/uy;
/** Chloride and magnesium, in a row of salts. */
const ELEMENTS: ReadonlySet<string> = new Set(['Cl', 'Mg', 'CL', 'MG']);
const INCH_GOES_ON = pattern('INCH_GOES_ON', 'iy');
const MEASURED_LENGTH = /\s+(?:tall|long|wide|deep|high|away|thick|apart|above|below|of\s+(?:snow|water|rope))\b/iy;
/** "A day" is a duration after "for", and a frequency after "twice". */
const SPAN_BEFORE = pattern('SPAN_BEFORE', 'i');
const SPAN_AFTER =
  /\s+(?:ago|later|after|before|earlier|and\s+(?:a\s+)?(?:half|quarter|\d)|of|from\s+now|or\s+(?:so|two|more))\b/iy;
const TWICE_BEFORE = /\b(?:once|twice|thrice|times|daily|x)\s+$/i;
const SECONDS_BEFORE =
  /(?:\b(?:for|after|every|within|least|about|takes?|took|lasting|lasted|than|last|first)\s|\d\s?(?:m|min)\s?|[(×,;]\s?)$/i;
/** In a centrifuge, g is the earth's pull. */
const SPUN = /centrifug|\bspun\b|pellet/i;
const SMALLER_NEXT = /\d{1,2}\s?(?:m|mins?|s|secs?|in|ins)?(?![\p{L}\p{N}.,])/uy;
const TWO_FIGURES = /\d\d(?![\p{L}\p{N}.,])/uy;

export function isUnitHere(text: string, { start, gap, number, unit }: Place): boolean {
  const { written } = unit;
  // "7.4 A1c": the letter begins a name.
  if (isWordSign(text.charAt(unit.end)) && isLetter(written.at(-1) ?? '') && !goesOnSmaller(text, unit)) return false;
  if (number.article) return articleFits(text, start, unit);
  if (!unit.simple) return !(/^per\s|^\//i.test(written) && unit.dimension === 'other');
  if (written === 'g' && number.value >= 100 && SPUN.test(text.slice(Math.max(0, start - 60), start))) return false;
  const spelled = written.toLowerCase();
  if (spelled === 'stone' || written === 'st') return number.value >= 5;
  if (spelled === 'stones' || written === 'a') return false;
  if (spelled === 'foot' && number.value === 1)
    return isDigit(text.charAt(start)) || matchAt(MEASURED_LENGTH, text, unit.end) !== null;
  if (spelled === 'in')
    return gap === '' || gap === '-' || (written === 'in' && matchAt(INCH_GOES_ON, text, unit.end) !== null);
  // "7 pm" is an hour of the day, "2.123 pm" a length.
  if (spelled === 'am' || spelled === 'pm')
    return written === 'pm' && (number.value > 12 || !Number.isInteger(number.value));
  if (ELEMENTS.has(written) && gap !== '' && number.value < 200 && matchAt(NUMBER_NEXT, text, unit.end)) return false;
  if (written.length === 1 && isLetter(written)) return letterFits(text, start, gap, number, unit);
  return true;
}

function isWordSign(sign: string): boolean {
  return isLetter(sign) || isDigit(sign) || (sign > '~' && /\p{N}/u.test(sign));
}

/** "1h30", "5min30s", "5ft11", "1m75" */
function goesOnSmaller(text: string, { written, end }: UnitRead): boolean {
  return (
    /^(?:h|hr|min|ft|m)$/.test(written) && matchAt(written === 'm' ? TWO_FIGURES : SMALLER_NEXT, text, end) !== null
  );
}

function articleFits(text: string, start: number, unit: UnitRead): boolean {
  if (!unit.word && !unit.simple) return false;
  if (ORDINARY_UNIT.test(unit.written)) return false;
  if (unit.dimension === 'time') {
    const lead = text.slice(Math.max(0, start - 14), start);
    return (
      !TWICE_BEFORE.test(lead) &&
      (SPAN_BEFORE.test(lead) || start === 0 || matchAt(SPAN_AFTER, text, unit.end) !== null)
    );
  }
  return unit.word && /^(?:mass|length|volume|count)$/.test(unit.dimension);
}

function letterFits(text: string, start: number, gap: string, number: NumberRead, unit: UnitRead): boolean {
  // "3½ L" and "2 million L", but not "three m".
  if (!/[\d½¼¾⅓⅔⅛]/u.test(text.slice(start, number.end))) return false;
  // "A 50-m pool" and "a 0.2-M solution", but not "thieno[3,2-d]oxazine" or "2-D".
  const name = /^[A-Z]$/.test(unit.written) && Number.isInteger(number.value);
  if (/^[-‐‑–−]/.test(gap.trim()) && (name || text.charAt(unit.end) === ']')) return false;
  if (gap !== '' && /^[A-Z]$/.test(unit.written) && matchAt(NUMBER_NEXT, text, unit.end)) return false;
  // "The 90s", "1990s"
  if (unit.written === 's' && gap === '' && number.value % 10 === 0 && number.value >= 10)
    return number.value < 1000 && SECONDS_BEFORE.test(text.slice(Math.max(0, start - 12), start));
  if (unit.written === 'K' && gap === '') return KELVIN_BEFORE.test(text.slice(Math.max(0, start - 44), start));
  if (unit.written === 'K') return !/^['’]/.test(text.slice(unit.end));
  return !/^['’]\p{L}/u.test(text.slice(unit.end, unit.end + 2));
}
