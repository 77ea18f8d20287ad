/** Whether the person has asked for less motion: then things appear where they belong instead of travelling there. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
