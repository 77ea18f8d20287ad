/** How often something may be tried; every number is already multiplied by the process's factor. Log-ins are bounded by the gateway. */
export interface RateLimits {
  /** Mails within an hour that people without a log-in cause: of one kind to one mailbox, and of all kinds from one site. */
  strangerMails: { perMailboxAndKind: number; perSite: number };
  /** Unexpired links for one address, by the network that asks. */
  resetLinksPerNetworkMax: number;
  /** Unexpired links for one address, whoever asks. */
  resetLinksMax: number;
  /** Within 15 minutes. */
  noticesPerNetworkMax: number;
  /** Sessions that one account starts within a day, on whichever devices. */
  sessionsPerDayMax: number;
  /** How often a session's refresh token is replaced within a day; beyond it, the same token is answered again. */
  tokenReplacementsPerDayMax: number;
  /** Wrong passkeys, and wrong codes of a second factor, within 15 minutes. */
  secretTries: SecretTriesMax;
}

export interface SecretTriesMax {
  /** By one account from one network. */
  perAccountAndNetwork: number;
  /** By one account from all networks. Only its owner, or who has the owner's password, can use them up. */
  perAccount: number;
  /** From one network. Above it, each account is limited to `perAccountInCrowdedNetwork` tries from there. */
  perNetwork: number;
  perAccountInCrowdedNetwork: number;
}
export const RATE_LIMITS = Symbol('RateLimits');

export function rateLimitsOf(factor: number): RateLimits {
  const scaled = (limit: number): number => Math.max(1, Math.round(limit * factor));
  return {
    strangerMails: { perMailboxAndKind: scaled(5), perSite: scaled(60) },
    resetLinksPerNetworkMax: scaled(5),
    resetLinksMax: scaled(10),
    sessionsPerDayMax: scaled(50),
    tokenReplacementsPerDayMax: scaled(200),
    noticesPerNetworkMax: scaled(20),
    secretTries: {
      perAccountAndNetwork: scaled(5),
      perAccount: scaled(15),
      perNetwork: scaled(20),
      perAccountInCrowdedNetwork: scaled(1),
    },
  };
}
