import { createContext } from 'react';

/** Called once a sign-up code is on its way. The form loads later than its page, and takes no props from it. */
export const CodeSentContext = createContext<() => void>(() => undefined);
