/** jCal (RFC 7265): iCalendar as arrays, which is what ical.js parses into and prints from. */

export type JProperty = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
];
export type JComponent = [name: string, properties: JProperty[], components: JComponent[]];

export function propertiesOf([, properties]: JComponent, name: string): JProperty[] {
  return properties.filter(([one]) => one === name);
}

/** The value of a property that has one; undefined where it is absent or no text. */
export function textOf(component: JComponent, name: string): string | undefined {
  const value = propertiesOf(component, name)[0]?.[3];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
