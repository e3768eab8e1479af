/** Whether an IP address is public. Addresses that a standard reserves for a special use are not. */
import ipaddr from 'ipaddr.js';

/**
 * The only block from which public IPv6 addresses are given out; of the ranges that embed an IPv4 address, only 6to4 and Teredo are
 * inside it.
 */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** In a public range, but on Azure it is the host's own service address (WireServer). */
const AZURE_HOST = ipaddr.parseCIDR('168.63.129.16/32');

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address inside an IPv6 one (::ffff:10.0.0.1) is checked as an IPv4 address; 6to4 and Teredo are reserved ranges.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? parsed.match(GLOBAL_IPV6) : !parsed.match(AZURE_HOST);
}
