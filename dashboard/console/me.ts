/** Who is signed in, and what they may do. Pages hide what would be refused; the API decides. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Me } from '../../src/client/client.ts';

const EVERYONE: Me = {
  name: 'anonymous',
  tenant: 'default',
  user_id: null,
  scopes: ['admin'],
  patients: null,
  access: 'open',
};

export const WhoAmI = createContext<Me>(EVERYONE);

export function useMe(): Me & { may: (scope: string) => boolean } {
  const me = useContext(WhoAmI);
  return { ...me, may: (scope) => me.access === 'open' || me.scopes.includes(scope) };
}
