/** Measured values as text. */

/** What is before the decimal point always stays. */
const ROUNDED = new Intl.NumberFormat(undefined, {
  maximumSignificantDigits: 3,
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
});
const EXACT = new Intl.NumberFormat(undefined, { maximumFractionDigits: 10 });

/**
 * Three significant digits: a converted value has more digits than were measured. A value with one decimal is kept, because that is
 * how scales and thermometers show it (104.5 kg, 101.3 °F).
 */
export function measuredText(value: number): string {
  return (Number(value.toFixed(1)) === value ? EXACT : ROUNDED).format(value);
}

export function toldText(value: number): string {
  return EXACT.format(value);
}
