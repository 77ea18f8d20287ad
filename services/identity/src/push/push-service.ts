import { createPrivateKey } from 'node:crypto';
import { lookup } from 'node:dns';
import { Agent, request } from 'node:https';
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { BrowserSubscription, PushNotice } from '@candid/contracts';
import type { WorkerConfig } from '../kernel/config.js';

/** Returns true if the endpoint belongs to a listed push service. */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  const { protocol, host, username, password } = new URL(endpoint);
  const isListed = hosts.some((listed) => (listed.startsWith('*.') ? host.endsWith(listed.slice(1)) : host === listed));
  return protocol === 'https:' && username === '' && password === '' && isListed;
}

const [reserved, allocated] = [new BlockList(), new BlockList()];
for (const [network, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
]) {
  reserved.addSubnet(network, prefix, 'ipv4');
}
// Teredo and 6to4 lead to addresses of IPv4.
for (const [network, prefix] of [['2001::', 32] as const, ['2002::', 16] as const]) {
  reserved.addSubnet(network, prefix, 'ipv6');
}
allocated.addSubnet('2000::', 3, 'ipv6');

/** Returns false for addresses of the own machine and of private, shared, translated and reserved networks. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? allocated.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
    : isIPv4(address) && !reserved.check(address, 'ipv4');

/** Resolves a name to public addresses only. The connection uses the checked addresses, so no later look-up differs. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses = []) => {
    if (error) return callback(error, '');
    const open = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) return callback(new Error(`${hostname} has no public address`), '');
    if (options.all) return callback(null, open);
    callback(null, first.address, first.family);
  });
};

export interface Push {
  /** Its tag is the message's topic: at most 32 characters of base64url. */
  notice: PushNotice;
  /** Seconds for which the push service keeps the message while the browser is offline. */
  ttl: number;
  urgency: 'low' | 'normal';
}

/** `gone`: the browser gets no more messages. `put_off`: the service takes the message later. */
export type Delivery = 'sent' | 'gone' | 'put_off' | 'refused';

const TIMEOUT_MS = 10_000;

/** Sends encrypted messages (RFC 8291), signed with the own key (RFC 8292), to push services (RFC 8030). */
export class PushService {
  private readonly agent = new Agent({ keepAlive: true, lookup: lookupPublic });
  private readonly vapid: { subject: string; publicKey: string; privateKey: string };
  private readonly hosts: readonly string[];

  constructor({
    VAPID_PRIVATE_KEY,
    PUSH_HOSTS,
    MAIL_FROM,
  }: Pick<WorkerConfig, 'VAPID_PRIVATE_KEY' | 'PUSH_HOSTS' | 'MAIL_FROM'>) {
    const address = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM)?.[0];
    this.vapid = { subject: `mailto:${address}`, ...vapidKeysOf(VAPID_PRIVATE_KEY) };
    this.hosts = PUSH_HOSTS;
  }

  async send({ endpoint, keys }: BrowserSubscription, { notice, ...options }: Push): Promise<Delivery> {
    // An operator may have removed the host from the list.
    if (!isPushEndpoint(endpoint, this.hosts)) return 'gone';
    const { headers, body } = await buildPushPayload(
      { data: notice, options: { ...options, topic: notice.tag } },
      { endpoint, expirationTime: null, keys },
      this.vapid,
    );
    return new Promise((resolve) => {
      const fail = () => resolve('put_off');
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const sent = request(endpoint, { method: 'POST', headers, agent: this.agent, signal }, (answer) => {
        answer.once('error', fail).once('end', () => resolve(deliveryOf(answer.statusCode!)));
        answer.resume();
      });
      sent.once('error', fail);
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function deliveryOf(status: number): Delivery {
  // 403: the browser subscribed with an earlier key (RFC 8292, section 4.2).
  if (status === 403 || status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) return 'put_off';
  return status < 300 ? 'sent' : 'refused';
}

/** Keys as browsers and push services expect them: the point and the scalar in base64url. */
export function vapidKeysOf(pem: string): { publicKey: string; privateKey: string } {
  const { x, y, d } = createPrivateKey(pem).export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), ...[x!, y!].map((part) => Buffer.from(part, 'base64url'))]);
  return { publicKey: point.toString('base64url'), privateKey: d! };
}
