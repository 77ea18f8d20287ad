import { useEffect, useState } from 'react';

/** A little longer than a sheet takes to leave the screen. */
const leaveMs = 320;

/** Keeps what a closing sheet showed until it has left the screen; `open` says whether it is wanted. */
export function useLingering<Value>(value: Value | null): { shown: Value | null; open: boolean } {
  const [kept, setKept] = useState(value);
  if (value !== null && kept !== value) setKept(value);

  useEffect(() => {
    if (value !== null) return;
    const timer = setTimeout(() => setKept(null), leaveMs);
    return () => clearTimeout(timer);
  }, [value]);

  return { shown: value ?? kept, open: value !== null };
}
