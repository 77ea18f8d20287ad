/** A bounce as Postfix writes it, with the headers of the mail that came back. */
export const bounceMail = ({
  to,
  status = '5.1.1',
  action = 'failed',
  more = '',
}: Record<string, string> & { to: string }) =>
  reportMail({
    ...{ to, type: 'delivery-status' },
    report: `Reporting-MTA: dns; mx.example.org
X-Postfix-Queue-ID: 4XyZ
Arrival-Date: Mon, 30 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; mia@example.org
Original-Recipient: rfc822;mia@example.org
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; 550 ${status} <mia@example.org>: Recipient address
    rejected: status: 2.0.0
${more}`,
  });

export const complaintMail = (to: string, feedbackType = 'abuse') =>
  reportMail({
    ...{ to, type: 'feedback-report' },
    report: `Feedback-Type: ${feedbackType}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <${to}>
`,
  });

const reportMail = ({ to, type, report }: Record<'to' | 'type' | 'report', string>) =>
  `Return-Path: <>
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
To: ${to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${type};
	boundary="4XyZ.1764496800/mx.example.org"

This is a MIME-encapsulated message.

--4XyZ.1764496800/mx.example.org
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.org.

--4XyZ.1764496800/mx.example.org
Content-Description: Delivery report
Content-Type: message/${type}

${report}
--4XyZ.1764496800/mx.example.org
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <${to}>
From: Candid <hello@candid.example>
Subject: Your Candid sign-up code

--4XyZ.1764496800/mx.example.org--
`.replaceAll('\n', '\r\n');
