/** A fact in one line. */
import { oneLine, shortTime } from './style.ts';

type AnyFact = {
  kind?: string | undefined;
  name: string;
  value?: unknown;
  unit?: string | undefined;
  status?: string | undefined;
  effective_time?: string | undefined;
};

export function factLine({ kind, name, status, effective_time, ...rest }: AnyFact): string {
  const parts = [name, valueText(rest), status ?? '', shortTime(effective_time)];
  return [...(kind ? [`${kind}:`] : []), ...parts.map((part) => oneLine(part))].filter(Boolean).join(' ');
}

export function valueText({ value, unit }: Pick<AnyFact, 'value' | 'unit'>): string {
  return value === undefined || value === null ? '' : `${String(value)}${unit ? ` ${unit}` : ''}`;
}
