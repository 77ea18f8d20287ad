import ipaddr from 'ipaddr.js';

const SITE_BITS = 64;

/**
 * Whose tries count together: an IPv4 address, and of an IPv6 address the /64 that one line is given whole.
 * @returns the same for every way of writing an address; what is none as it is
 */
export function networkOf(address: string): string {
  const [written = ''] = address.split('%');
  if (!ipaddr.isValid(written)) return address;
  const parsed = ipaddr.process(written);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${SITE_BITS}`).toString()}/${SITE_BITS}`;
}
