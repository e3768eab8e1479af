/** Amounts as a person reads them: durations, counts, sizes, prices. */

const COUNT = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** "0 ms", "340 ms", "1.24 s", "2 min 5 s", "3 h 10 min", "2 d 4 h". */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(ms < 9_995 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return two(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1_440) return two(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.floor(minutes / 60);
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** Where less than a second does not matter: "0 s", "24 s", "2 min 5 s". */
export function secondsText(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : durationText(whole * 1_000);
}

export function countText(count: number): string {
  return COUNT.format(count);
}

/** For narrow places: "950", "12.3K". */
export function shortCount(count: number): string {
  return SHORT.format(count);
}

export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1_000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

/** Null: the price of a model is not known. Small amounts keep two digits that count. */
export function costText(usd: number | null): string {
  if (usd === null) return 'price unknown';
  if (usd === 0 || usd >= 0.01) return `$${usd.toFixed(2)}`;
  return usd < 0.000_01 ? 'under $0.00001' : `$${Number(usd.toPrecision(2))}`;
}

/** "1 job", "2 jobs". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

function two(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}
