/** What a route is called with, checked: whom the caller may act for, and the schemas. The same for HTTP and for other ways in. */
import type { Principal } from '../../src/engine/access/principal.ts';
import { parseInput } from '../../src/platform/invalid-input.ts';
import { actAs, refuseOthersInPath } from '../access/acting-user.ts';
import type { Route } from './route.ts';

export type Given = { params: Record<string, string>; query: unknown; body: unknown };

export function checkedInput(route: Route, { params, query, body }: Given, principal: Principal) {
  // Over HTTP it was checked before the body was read; here, no other way in can leave it out.
  refuseOthersInPath(route.path, params, principal);
  return {
    params: parse(route.params, params, 'path'),
    query: parse(route.query, actAs(route.query, query, principal), 'query'),
    body: route.takesBytes ? body : parse(route.body, actAs(route.body, body, principal), 'body'),
  };
}

function parse(schema: Route['body'], value: unknown, where: string): unknown {
  return schema && parseInput(schema, value, where);
}
