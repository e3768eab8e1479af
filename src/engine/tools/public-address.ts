/** Whether an IP address is plainly on the internet. Whatever is special, by any standard, is not. */
import ipaddr from 'ipaddr.js';

/** The only block from which public IPv6 addresses are given out; it leaves out every way to wrap an IPv4 address but two. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Looks public, and is the host of every machine on Azure. */
const AZURE_HOST = ipaddr.parseCIDR('168.63.129.16/32');

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address inside an IPv6 one (::ffff:10.0.0.1) is judged as what it is; 6to4 and Teredo count as special.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? parsed.match(GLOBAL_IPV6) : !parsed.match(AZURE_HOST);
}
