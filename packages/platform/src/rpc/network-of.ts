import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Number of leading bits of an address that identify a network. */
interface NetworkBits {
  ipv4: number;
  ipv6: number;
}

/** An internet line has one IPv4 address or one IPv6 /64, because providers give each line a whole /64. */
const LINE: NetworkBits = { ipv4: 32, ipv6: 64 };

/** A site has one IPv4 address or one IPv6 /48, within which its owner may choose any /64. */
export const SITE: NetworkBits = { ipv4: 32, ipv6: 48 };

/** @returns the same text for every notation of an address; the text itself if it is no address */
export function networkOf(address: string, bits: NetworkBits = LINE): string {
  if (bits.ipv4 === 32 && isIPv4(address)) return address;
  const [written = ''] = address.split('%');
  if (!ipaddr.isValid(written)) return address;
  const parsed = ipaddr.process(written);
  if (parsed.kind() === 'ipv6') {
    return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits.ipv6}`).toString()}/${bits.ipv6}`;
  }
  if (bits.ipv4 === 32) return parsed.toString();
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits.ipv4}`).toString()}/${bits.ipv4}`;
}
