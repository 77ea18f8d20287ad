/** Given to use cases, so that tests decide what time it is. */
export type Clock = () => Date;
export const CLOCK = Symbol('Clock');
