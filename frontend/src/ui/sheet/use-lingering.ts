import { useEffect, useState } from 'react';

/** A little longer than the closing animation of a sheet. */
const leaveMs = 320;

/** Keeps the content of a closing sheet until it has left the screen. `open` is true while `value` is not null. */
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
