/** What belongs to no page: the queues, the API, the theme, signing out. */
import { useMe } from './me.ts';
import { DOCS, to } from './router.ts';
import { SignOut } from './sign-out.tsx';
import { ThemeSwitch } from './theme.tsx';
import './styles/rail-foot.css';

export function RailFoot() {
  const { may } = useMe();
  return (
    <>
      {(may('admin') || may('queues:read')) && (
        <a href={to('queues')} data-testid="link-queues">
          Queues
        </a>
      )}
      <a href={DOCS} data-testid="link-docs">
        API
      </a>
      <ThemeSwitch />
      <SignOut />
    </>
  );
}
