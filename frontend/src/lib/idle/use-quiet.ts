import { startTransition, useEffect, useState } from 'react';
import { quiet } from './quiet';

/** Whether `quiet` has come; at once where there is nothing to wait for. What it makes appear is rendered in slices. */
export function useQuiet(nothingToWaitFor: boolean): boolean {
  const [reached, setReached] = useState(nothingToWaitFor);
  useEffect(() => {
    quiet().then(() => startTransition(() => setReached(true)));
  }, []);
  return reached || nothingToWaitFor;
}
