/** Mails that a person can switch off. */
export const MAIL_KINDS = ['firstRating', 'results', 'ended', 'profileResults', 'reportOutcome'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
export type MailPreferences = Record<MailKind, boolean>;

export const mailPreferencesOf = (unwanted: readonly MailKind[]): MailPreferences => ({
  firstRating: !unwanted.includes('firstRating'),
  results: !unwanted.includes('results'),
  ended: !unwanted.includes('ended'),
  profileResults: !unwanted.includes('profileResults'),
  reportOutcome: !unwanted.includes('reportOutcome'),
});

/** A kind that `chosen` leaves out stays as it is. */
export const unwantedAfter = (unwanted: readonly MailKind[], chosen: MailChoice): MailKind[] =>
  MAIL_KINDS.filter((kind) => !(chosen[kind] ?? !unwanted.includes(kind)));

export type MailChoice = { [Kind in MailKind]?: boolean | undefined };
