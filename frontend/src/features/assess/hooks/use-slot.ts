import { useEffect, useState } from 'react';

/** Reserve for the time of the request. */
const marginMs = 60_000;
const warningMs = 4 * 60_000;
const tickMs = 5_000;

type Slot =
  | { readonly state: 'held' }
  | { readonly state: 'ending'; readonly minutes: number }
  | { readonly state: 'over' };

/** The state of a slot that is reserved for `slotMs` from `openedAt` on, by this device's own clock, in Unix milliseconds. */
export function slotAt(openedAt: number, slotMs: number, now: number): Slot {
  const leftMs = openedAt + slotMs - marginMs - now;
  if (leftMs <= 0) return { state: 'over' };
  return leftMs <= warningMs ? { state: 'ending', minutes: Math.ceil(leftMs / 60_000) } : { state: 'held' };
}

export function useSlot(openedAt: number, slotMs: number): Slot {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return slotAt(openedAt, slotMs, Math.max(now, openedAt));
}
