/** Line icons on a grid of 24, drawn with the colour of the text. They are decoration: a label stands beside each. */
const PATHS = {
  chat: 'M4 5h16v11H9l-5 4z',
  record: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5',
  research: 'M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM15.5 15.5 21 21',
  fleet: 'M4 5h16v5H4zM4 14h16v5H4zM7.5 7.5h.01M7.5 16.5h.01',
  send: 'M4 12 20 4l-5 16-3.5-6.5z',
  stop: 'M7 7h10v10H7z',
  again: 'M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  alert: 'M12 3 2 20h20zM12 10v4M12 17h.01',
  check: 'M5 12l5 5L20 7',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  list: 'M4 6h16M4 12h16M4 18h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  back: 'M14 6l-6 6 6 6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
