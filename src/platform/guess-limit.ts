/**
 * Limits how often tokens can be guessed from an address. Over the limit, a right token is answered like a wrong one, or a guesser
 * would learn it; only principals that were let in from this address before stay in. Counted by each process for itself: with n of
 * them an address has n times the guesses, which is nothing against the length of a token.
 */
import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { AppError } from './errors.ts';

/** Whom a token stands for, and which one it was. */
type Known = { tenant: string; subject: string | null; credential: string };

type Address = { failures: number; until: number; known: LRUCache<string, true> };

export type GuessLimit = {
  /** Called with what a token stands for, undefined for a wrong one. Throws if the address may guess no more. */
  check(request: Request, principal: Known | undefined): void;
  /** Throws if the address may guess no more. */
  refuseIfOver(request: Request): void;
  /** For routes that check a signature themselves, and answer 401 to a wrong one. */
  signed: RequestHandler;
};

const MINUTE_MS = 60_000;
/** Addresses that are remembered; the least recently seen is forgotten first. */
const MAX_ADDRESSES = 10_000;
/** Credentials that are remembered for an address. */
const MAX_KNOWN = 100;

/** `perMinute` 0: no limit. */
export function createGuessLimit(perMinute: number): GuessLimit {
  const addresses = new LRUCache<string, Address>({ max: MAX_ADDRESSES });

  function addressOf(request: Request): Address {
    const name = networkOf(request.ip ?? '');
    const address = addresses.get(name) ?? { failures: 0, until: 0, known: new LRUCache({ max: MAX_KNOWN }) };
    addresses.set(name, address);
    return address;
  }

  function refuseIfOver({ failures, until }: Address): void {
    const left = until - performance.now();
    if (perMinute > 0 && failures >= perMinute && left > 0)
      throw new AppError('rate_limited', 'Too many wrong credentials came from this address.', { retryAfterMs: left });
  }

  function countFailure(address: Address): void {
    const now = performance.now();
    if (now >= address.until) Object.assign(address, { failures: 0, until: now + MINUTE_MS });
    address.failures += 1;
  }

  return {
    check(request, principal) {
      const address = addressOf(request);
      const name = principal && `${principal.tenant}/${principal.subject ?? ''}/${principal.credential}`;
      if (name !== undefined && address.known.has(name)) return;
      refuseIfOver(address);
      if (name === undefined) countFailure(address);
      else address.known.set(name, true);
    },
    refuseIfOver: (request) => refuseIfOver(addressOf(request)),
    signed(request, response, next) {
      const address = addressOf(request);
      refuseIfOver(address);
      response.once('finish', () => {
        if (response.statusCode === 401) countFailure(address);
      });
      next();
    },
  };
}

/** An IPv4 address, or the /64 of an IPv6 address: that is what one customer has. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
