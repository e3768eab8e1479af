/** What a check has found. */

export type Finding = {
  name: string;
  state: 'ok' | 'warn' | 'fail';
  /** What is so. */
  detail: string;
  /** What to do about it, exactly. */
  fix?: string;
};

export const ok = (name: string, detail: string): Finding => ({ name, state: 'ok', detail });
export const warn = (name: string, detail: string, fix: string): Finding => ({ name, state: 'warn', detail, fix });
export const fail = (name: string, detail: string, fix: string): Finding => ({ name, state: 'fail', detail, fix });

/** The first line of what was thrown; a secret in an address is left out. */
export function reasonOf(thrown: unknown): string {
  const [line = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n');
  return line.replace(/\/\/[^@/\s]*@/g, '//…@');
}
