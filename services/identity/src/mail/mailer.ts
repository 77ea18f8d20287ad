import { RemoteError } from '@candid/platform';
import { createTransport, type Transporter } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Takes the POST of a one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface MailerSettings {
  /** `smtp://…` or `smtps://…`, with user and password where the server wants them. */
  smtpUrl: string;
  from: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 2;

/** Hands mails to the SMTP server; a mail it has accepted is its own. */
export class Mailer {
  private readonly transport: Transporter;
  private readonly domain: string;

  constructor(private readonly settings: MailerSettings) {
    this.domain = /@([^\s<>@]+)>?$/.exec(settings.from.trim())?.[1] ?? 'localhost';
    this.transport = createTransport({
      url: settings.smtpUrl,
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
   * @param id of the work; the same work again is the same Message-ID, by which servers and inboxes know a repeated mail
   * @throws RemoteError `UNAVAILABLE` where the server is away or puts the mail off; Error where it refuses it
   */
  async send(id: string, { to, subject, text, html, unsubscribeUrl }: Mail): Promise<void> {
    try {
      await this.transport.sendMail({
        messageId: `<${id.replaceAll(':', '.')}@${this.domain}>`,
        from: this.settings.from,
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

const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** Neither the address nor the server's words about it: they end in logs and rows. */
function failureOf(error: unknown): Error {
  const responseCode = (error as { responseCode?: unknown }).responseCode;
  if (typeof responseCode === 'number' && responseCode >= 500) {
    return new Error(`the mail server refused the mail with ${responseCode}`);
  }
  return new RemoteError('UNAVAILABLE', 'the mail server does not take the mail now');
}
