import { PRODUCT } from '@candid/contracts';
import { useEffect, useState } from 'react';

/** A renewal is granted once a minute, so a place may be that much older than its last opening. */
const marginMs = 60_000;
const warningMs = 4 * 60_000;
const tickMs = 5_000;

export type Slot =
  | { readonly state: 'held' }
  | { readonly state: 'ending'; readonly minutes: number }
  | { readonly state: 'over' };

/** How a place stands that was reserved at `openedAt` by this device's own clock, in Unix milliseconds. */
export function slotAt(openedAt: number, now: number): Slot {
  const leftMs = openedAt + PRODUCT.slotMs - marginMs - now;
  if (leftMs <= 0) return { state: 'over' };
  return leftMs <= warningMs ? { state: 'ending', minutes: Math.ceil(leftMs / 60_000) } : { state: 'held' };
}

export function useSlot(openedAt: number): Slot {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return slotAt(openedAt, Math.max(now, openedAt));
}
