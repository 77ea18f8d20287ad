/**
 * Browsers take a cookie of this prefix only over HTTPS, for the whole host and from the host itself: another host of the domain
 * cannot set it. Without HTTPS (in development) there is no such prefix.
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

export const cookieAttributes = (secure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure }) as const;
