import { useEffect, useState } from 'react';
import { quiet } from './quiet';

/** Whether `quiet` has come; at once where there is nothing to wait for. */
export function useQuiet(nothingToWaitFor: boolean): boolean {
  const [reached, setReached] = useState(nothingToWaitFor);
  useEffect(() => {
    quiet().then(() => setReached(true));
  }, []);
  return reached || nothingToWaitFor;
}
