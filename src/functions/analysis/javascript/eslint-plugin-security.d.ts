/** The package has no types of its own. */
declare module 'eslint-plugin-security' {
  import type { ESLint } from 'eslint';

  const plugin: ESLint.Plugin;
  export = plugin;
}
