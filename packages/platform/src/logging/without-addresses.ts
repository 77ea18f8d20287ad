const E_MAIL_ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/** The text with e-mail addresses blacked out; error messages of other parts like to quote them. */
export const withoutAddresses = (text: string): string => text.replaceAll(E_MAIL_ADDRESS, '[address]');
