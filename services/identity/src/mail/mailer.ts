import type { Language } from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import { createTransport, type Transporter } from 'nodemailer';
import { domainOf, type WorkerConfig } from '../kernel/config.js';
import { isAboutAddress } from './mail-report.js';
import { textsIn } from './texts.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** URL for the POST request of a one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string;
}

/** The server says at once what a bounce would say later. */
export class BadAddressError extends Error {
  override readonly name = 'BadAddressError';

  /** @param status such as `5.1.1` */
  constructor(readonly status: string) {
    super(`the address takes no mail: ${status}`);
  }
}

type MailerConfig = Pick<
  WorkerConfig,
  'SMTP_URL' | 'MAIL_FROM' | 'MAIL_RETURN_PATH' | 'DKIM_SELECTOR' | 'DKIM_PRIVATE_KEY'
>;

/** One-click unsubscribe works only if its headers are signed (RFC 8058). */
const SIGNED_HEADERS =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:List-Unsubscribe:List-Unsubscribe-Post';

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 2;

/** Sends mails to the SMTP server, which is responsible for every mail that it has accepted. */
export class Mailer {
  private readonly transport: Transporter;
  private readonly from: string;
  private readonly domain: string;
  private readonly returnPath: string | undefined;

  constructor({ SMTP_URL, MAIL_FROM, MAIL_RETURN_PATH, DKIM_SELECTOR, DKIM_PRIVATE_KEY }: MailerConfig) {
    this.from = MAIL_FROM;
    this.domain = domainOf(MAIL_FROM);
    this.returnPath = MAIL_RETURN_PATH;
    this.transport = createTransport({
      url: SMTP_URL,
      ...(DKIM_SELECTOR &&
        DKIM_PRIVATE_KEY && {
          dkim: {
            ...{ domainName: this.domain, keySelector: DKIM_SELECTOR, privateKey: DKIM_PRIVATE_KEY },
            headerFieldNames: SIGNED_HEADERS,
          },
        }),
      pool: true,
      maxConnections: CONNECTIONS_MAX,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: ANSWER_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * @param id id of the work item; gives the Message-ID, by which servers and inboxes recognise a repeated mail
   * @param returnToken names the mail in the address to which a bounce returns
   * @throws RemoteError `UNAVAILABLE` (retried) if the server is unreachable or defers the mail; BadAddressError if the
   * address takes no mail; Error if the mail is refused for another reason
   */
  async send(id: string, { to, subject, text, html, unsubscribeUrl }: Mail, returnToken?: string): Promise<void> {
    try {
      await this.transport.sendMail({
        messageId: `<${id.replaceAll(':', '.')}@${this.domain}>`,
        from: this.from,
        ...(this.returnPath && returnToken && { envelope: { from: tagged(this.returnPath, returnToken), to } }),
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
      });
    } catch (error) {
      throw failureOf(error);
    }
  }

  close(): void {
    this.transport.close();
  }
}

/** `bounces@candid.example` with the token `t` becomes `bounces+t@candid.example`. */
const tagged = (address: string, token: string): string => address.replace('@', `+${token}@`);

const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** The error contains neither the address nor the server's message, because logs and rows store errors. */
function failureOf(error: unknown): Error {
  const { responseCode, response, command } = error as Partial<
    Record<'responseCode' | 'response' | 'command', unknown>
  >;
  const status = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  // An answer to another command may be about our own address.
  if (command === 'RCPT TO' && status !== undefined && isAboutAddress(status)) return new BadAddressError(status);
  if (typeof responseCode === 'number' && responseCode >= 500) {
    return new Error(`the mail server refused the mail with ${responseCode}`);
  }
  return new RemoteError('UNAVAILABLE', 'the mail server does not take the mail now');
}

export interface Recipient {
  to: string;
  language: Language | null;
}

/** `publicUrl`: address of the app, for links. */
export type Addressed = Recipient & { language: Language; publicUrl: string };

export interface Letter extends Recipient {
  language: Language;
  subject: string;
  /** The paragraphs after the greeting. */
  paragraphs: string[];
  /** Shown apart, in large spaced letters. */
  code?: string;
  action: { label: string; url: string };
  /** Small, at the end. */
  footnote: string;
  /** Below the footnote. */
  footLink?: { label: string; url: string };
}

/** Writes a letter as text and HTML. The app's colours are copied, because mail programs support no CSS variables. */
export function letterToMail(letter: Letter): Mail {
  const { to, language, subject, code, action, footnote, footLink } = letter;
  const paragraphs = [textsIn(language).letters.greeting, ...letter.paragraphs];
  const lines = [
    ...[...paragraphs, ...(code === undefined ? [] : [code]), linkLine(action), footnote],
    ...(footLink ? [linkLine(footLink)] : []),
  ];
  const text = `${lines.join('\n\n')}\n\nCandid\n`;
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#FBF8F5;color:#1F1A17;font:16px/1.5 Figtree,system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="font-size:20px;font-weight:600">Candid</p>
${paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
${code === undefined ? '' : `<p style="font-size:20px;font-weight:600;letter-spacing:1px">${escaped(code)}</p>`}
<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:16px;background:#B93D1A;color:#FFFFFF;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>
<p style="font-size:14px;color:#6B625C">${escaped(footnote)}${footLink ? `<br><a href="${escaped(footLink.url)}" style="color:#6B625C">${escaped(footLink.label)}</a>` : ''}</p>
</div></body></html>
`;
  return { to, subject, text, html };
}

const linkLine = ({ label, url }: { label: string; url: string }): string => `${label}:\n${url}`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
