import { send } from './api.ts';
import { useMe } from './me.ts';
import { to } from './router.ts';

/** Only where there is something to sign out of. */
export function SignOut() {
  const { access, name } = useMe();
  if (access === 'open') return null;
  return (
    <button
      type="button"
      class="link"
      data-testid="sign-out"
      title={`Signed in as ${name}`}
      onClick={async () => {
        await send('DELETE', '/v1/sign-in');
        // The patient and the unsent message of this tab: whoever signs in next is perhaps another.
        sessionStorage.clear();
        location.assign(to('sign-in'));
      }}
    >
      Sign out
    </button>
  );
}
