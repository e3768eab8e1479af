/** Functions over numbers, and the conversions to and from texts. */
import { inRange, textOf, truncated } from './arithmetic.ts';
import type { Fail } from './mistake.ts';
import { numberIn, positionIn, type ScalarFunction } from './scalar-function.ts';
import { isNumber, typeName } from './values.ts';

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

export const NUMBER_FUNCTIONS = {
  tointeger: {
    arity: [1],
    run: ([value = null], { fail }) => {
      if (typeof value === 'bigint') return value;
      if (typeof value === 'number') return truncated(value);
      if (typeof value === 'boolean') return value ? 1n : 0n;
      return typeof value === 'string' ? integerOf(value, fail) : fail(`toInteger() cannot convert ${typeName(value)}`);
    },
  },
  tofloat: {
    arity: [1],
    run: ([value = null], { fail }) => {
      if (isNumber(value)) return Number(value);
      return typeof value === 'string' ? floatOf(value) : fail(`toFloat() cannot convert ${typeName(value)}`);
    },
  },
  tostring: {
    arity: [1],
    run: ([value = null], { fail }) => textOf(value) ?? fail(`toString() cannot convert ${typeName(value)}`),
  },
  abs: {
    arity: [1],
    run: ([value = null], { fail }) => {
      const number = numberIn(value, fail);
      if (typeof number === 'number') return Math.abs(number);
      return number < 0n ? inRange(-number, fail) : number;
    },
  },
  ceil: { arity: [1], run: ([value = null], { fail }) => Math.ceil(Number(numberIn(value, fail))) },
  floor: { arity: [1], run: ([value = null], { fail }) => Math.floor(Number(numberIn(value, fail))) },
  sign: {
    arity: [1],
    run: ([value = null], { fail }) => {
      const number = numberIn(value, fail);
      return number > 0 ? 1n : number < 0 ? -1n : 0n;
    },
  },
  round: {
    arity: [1, 2],
    run: ([value = null, precision = 0n], { fail }) => {
      const number = Number(numberIn(value, fail));
      const digits = positionIn(precision, fail);
      if (digits < 0) return fail('The precision of round() cannot be negative');
      if (!Number.isFinite(number)) return number;
      // To a whole number a tie goes up, -1.5 to -1.0; to some digits it goes away from zero.
      return digits === 0 ? Number(truncated(Math.round(number))) : roundTo(number, digits);
    },
  },
} as const satisfies Record<string, ScalarFunction>;

function integerOf(text: string, fail: Fail): bigint | null {
  if (!DECIMAL.test(text)) return null;
  if (/^[+-]?\d+$/.test(text)) return inRange(BigInt(text.replace(/^\+/, '')), fail);
  const number = Number(text);
  return Math.abs(number) >= 2 ** 63 ? fail('The integer in a text is too large') : truncated(number);
}

/** Java reads a float with spaces around it and with a d or f behind it. */
function floatOf(text: string): number | null {
  const word = text.trim();
  const special = /^([+-]?)(NaN|Infinity)$/.exec(word);
  if (special) return Number(special[2]) * (special[1] === '-' ? -1 : 1);
  const digits = word.replace(/[dDfF]$/, '');
  return DECIMAL.test(digits) ? Number(digits) : null;
}

/** On the decimal digits that the number is written with, so that 1.005 to two digits is 1.01. */
function roundTo(number: number, digits: number): number {
  const [mantissa = '', exponent = '0'] = Math.abs(number).toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  if (scale <= digits) return number;
  const unit = 10n ** BigInt(scale - digits);
  const rounded = (BigInt(whole + fraction) + unit / 2n) / unit;
  return Number(`${number < 0 ? '-' : ''}${rounded}e${-digits}`);
}
