import { MAIL_REPORT_SECRET, type Person, type SharedSystem } from '@candid/testing';

export const ANY_MAIL =
  'From: mia@example.org\r\nTo: bounces@candid.example\r\nSubject: I am away\r\n\r\nBack soon.\r\n';

export const mailHeaders = (secret = MAIL_REPORT_SECRET) => ({
  ...{ 'content-type': 'message/rfc822', 'x-report-secret': secret },
});

/** Returns the address to which a bounce of the newest mail to the person returns. */
export async function returnPathOf({ mailUrl }: SharedSystem, { email }: Person): Promise<string> {
  const list = await fetch(`${mailUrl}/api/messages?to=${encodeURIComponent(email)}&waitMs=30000`);
  const [mail] = (await list.json()) as { returnPath: string }[];
  return mail?.returnPath ?? '';
}

/** Reports, as a mail server does, that there is no such mailbox. @returns the status of the answer */
export async function reportBounce({ baseUrl }: SharedSystem, returnPath: string): Promise<number> {
  const body = `From: MAILER-DAEMON@mx.example.org
To: ${returnPath}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain

Not delivered.
--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; mia@example.org
Action: failed
Status: 5.1.1

--B--
`.replaceAll('\n', '\r\n');
  return (await fetch(`${baseUrl}/api/mail-reports`, { method: 'POST', headers: mailHeaders(), body })).status;
}
