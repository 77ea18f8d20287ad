import PostalMime from 'postal-mime';

/**
 * Statuses (RFC 3463) that say that the address itself takes no mail: no such mailbox, no such domain, a mailbox that
 * has moved or is switched off, a domain without mail. Microsoft 365 answers 5.4.1 for an unknown mailbox. A full
 * mailbox (5.2.2), a policy (5.7.x), a fault of the mail and a status without a cause (5.0.0) are not among them.
 */
const STATUSES_OF_BAD_ADDRESSES: readonly string[] = [
  ...['5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10'],
  ...['5.2.1', '5.4.1', '5.4.4'],
];

export const isAboutAddress = (status: string): boolean => STATUSES_OF_BAD_ADDRESSES.includes(status);

export type MailReport =
  /** `status`: such as `5.1.1`. */
  | { kind: 'hard' | 'soft'; status: string }
  /** The recipient marked the mail as spam. */
  | { kind: 'complaint' }
  /** Neither, such as an automatic answer or a notification of a delay. */
  | { kind: 'ignored' };

/**
 * Reads a delivery status notification (RFC 3464) or an abuse report (RFC 5965). The message may be cut off after its
 * report.
 * @param message a mail with its headers
 */
export async function readMailReport(message: Buffer): Promise<MailReport> {
  const { attachments } = await PostalMime.parse(message, { attachmentEncoding: 'utf8' });
  for (const { mimeType, content } of attachments) {
    if (/^message\/(global-)?delivery-status$/.test(mimeType)) return bounceOf(String(content));
    if (mimeType === 'message/feedback-report' && fieldsOf(String(content))['feedback-type'] === 'abuse')
      return { kind: 'complaint' };
  }
  return { kind: 'ignored' };
}

/** The first group of fields is about the message; each further one is about a recipient. Each mail has one recipient. */
function bounceOf(text: string): MailReport {
  const recipients = text
    .split(/\r?\n\s*\n/)
    .map(fieldsOf)
    .filter(({ action }) => action !== undefined);
  if (recipients.length === 0 || recipients.some(({ action }) => action !== 'failed')) return { kind: 'ignored' };
  // If one of several recipients behind a forwarding address may still take mail, the bounce is a soft one.
  const statuses = recipients.map(({ status = '' }) => /^[245]\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? '');
  const status = statuses.find((found) => !isAboutAddress(found)) ?? statuses[0]!;
  return { kind: isAboutAddress(status) ? 'hard' : 'soft', status };
}

/** Returns the fields by their names in lower case. Values are in lower case, too. */
function fieldsOf(group: string): Record<string, string | undefined> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value!.toLowerCase()]];
    }),
  );
}
