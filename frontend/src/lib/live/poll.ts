/** How often the screens ask by themselves while the live stream is down. */
export const pollMs = 15_000;
