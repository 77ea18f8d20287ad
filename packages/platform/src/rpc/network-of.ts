import ipaddr from 'ipaddr.js';

/** Numbers of leading bits of an address. */
interface NetworkBits {
  ipv4: number;
  ipv6: number;
}

/** A line has an IPv4 address or the /64 of an IPv6 address: a provider gives the whole /64 to one line. */
const LINE: NetworkBits = { ipv4: 32, ipv6: 64 };

/** A site has an IPv4 address or the /48 of an IPv6 address, in which its owner chooses /64s freely. */
export const SITE: NetworkBits = { ipv4: 32, ipv6: 48 };

/** @returns the same text for every notation of an address; the text itself if it is no address */
export function networkOf(address: string, bits: NetworkBits = LINE): string {
  const [written = ''] = address.split('%');
  if (!ipaddr.isValid(written)) return address;
  const parsed = ipaddr.process(written);
  if (parsed.kind() === 'ipv6') {
    return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits.ipv6}`).toString()}/${bits.ipv6}`;
  }
  if (bits.ipv4 === 32) return parsed.toString();
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits.ipv4}`).toString()}/${bits.ipv4}`;
}
