/** The navigation: a rail at the side, or a bar at the bottom of a narrow screen. */
import type { ComponentChildren } from 'preact';
import { DemoBanner } from './demo-banner.tsx';
import { useMe } from './me.ts';
import { MoreSheet } from './more-sheet.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { PatientPicker } from './patient-picker.tsx';
import { choosePatient, currentPatient, defaultPatient } from './person.ts';
import { RailFoot } from './rail-foot.tsx';
import { to } from './router.ts';

type Link = { href: string; label: string; icon: IconName; scope: string; isHere: (path: string) => boolean };

const LINKS: readonly Link[] = [
  {
    href: to(),
    label: 'Conversation',
    icon: 'chat',
    scope: 'turns:read',
    isHere: (p) => p === '/' || p.startsWith('/sessions') || p.startsWith('/turns'),
  },
  { href: to('record'), label: 'Record', icon: 'record', scope: 'record:read', isHere: (p) => p.startsWith('/record') },
  {
    href: to('research'),
    label: 'Research',
    icon: 'research',
    scope: 'turns:read',
    isHere: (p) => p.startsWith('/research'),
  },
  { href: to('fleet'), label: 'Fleet', icon: 'fleet', scope: 'admin', isHere: (p) => p.startsWith('/fleet') },
];

export function Shell({ path, children }: { path: string; children: ComponentChildren }) {
  const me = useMe();
  const { may } = me;
  // Whoever has the machine to themselves begins without choosing anyone.
  if (currentPatient() === '') choosePatient(defaultPatient(me));
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="rail">
        <a class="brand" href={to()}>
          <img src={to('icon.svg')} alt="" width="24" height="24" /> <span>Medfleet</span>
        </a>
        <nav class="rail-nav" aria-label="Pages">
          {LINKS.filter(({ scope }) => may(scope)).map(({ href, label, icon, isHere }) => (
            <a key={href} href={href} aria-current={isHere(path) ? 'page' : undefined}>
              <Icon name={icon} /> <span>{label}</span>
            </a>
          ))}
        </nav>
        <MoreSheet />
        <div class="rail-foot">
          <RailFoot />
        </div>
      </header>
      <div class="stage">
        <div class="top">
          <PatientPicker />
        </div>
        <DemoBanner />
        {children}
      </div>
    </div>
  );
}
