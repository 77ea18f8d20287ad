import { v5 as uuidv5 } from 'uuid';

const namespace = '6f0d7f5e-3c1b-4f0e-9a53-0d6f4a7c2b91';

/** The same UUID (version 5) for the same text, so that whoever makes the id again after a crash finds the same thing. */
export const uuidOf = (text: string): string => uuidv5(text, namespace);
