/** Light, dark, or as the system says. */
import { useState } from 'preact/hooks';

const KEY = 'theme';
const NEXT: Record<string, string> = { auto: 'light', light: 'dark', dark: 'auto' };

function apply(theme: string): void {
  if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(() => {
    const stored = localStorage.getItem(KEY) ?? 'auto';
    apply(stored);
    return stored;
  });
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        const next = NEXT[theme] ?? 'auto';
        localStorage.setItem(KEY, next);
        apply(next);
        setTheme(next);
      }}
    >
      Theme: {theme}
    </button>
  );
}
