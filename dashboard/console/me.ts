/** Who is signed in, and what they may do. Pages hide what would be refused; the API decides. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export type Me = {
  name: string;
  tenant: string;
  /** The user that the credentials act as; null: any. */
  user_id?: string | null;
  scopes: string[];
  patients: string[] | null;
  access: 'open' | 'credentials';
};

const EVERYONE: Me = { name: 'anonymous', tenant: 'default', scopes: ['admin'], patients: null, access: 'open' };

export const WhoAmI = createContext<Me>(EVERYONE);

export function useMe(): Me & { may: (scope: string) => boolean } {
  const me = useContext(WhoAmI);
  return { ...me, may: (scope) => me.access === 'open' || me.scopes.includes(scope) };
}
