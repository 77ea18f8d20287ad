import { randomFillSync } from 'node:crypto';

const random = Buffer.alloc(10 * 256);
let used = random.length;

/**
 * A uuid of version 7 (RFC 9562): its first 48 bits are the time, so that the unique index of event ids grows at its
 * end and stays in memory, however many events there are.
 */
export function newEventId(nowMs = Date.now()): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const time = nowMs.toString(16).padStart(12, '0');
  const bits = random.toString('hex', used, used + 10);
  used += 10;
  const variant = '89ab'[Number.parseInt(bits[4]!, 16) & 3];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bits.slice(1, 4)}-${variant}${bits.slice(5, 8)}-${bits.slice(8)}`;
}
