/** Time comes in with the command; this is where a process reads it. */
export type Clock = () => Date;
export const CLOCK = Symbol('Clock');
