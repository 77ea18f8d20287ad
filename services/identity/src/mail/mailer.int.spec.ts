import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { letterToMail, Mailer } from './mailer.js';
import { type SmtpServer, startSmtpServer } from './smtp-server.fixture.spec.js';

describe('mailer', () => {
  let smtp: SmtpServer;
  let mailer: Mailer;
  beforeEach(async () => {
    smtp = await startSmtpServer();
    mailer = new Mailer({ SMTP_URL: smtp.url, MAIL_FROM: 'Candid <hello@candid.example>' });
  });
  afterEach(async () => {
    mailer.close();
    await smtp.stop();
  });

  const mail = letterToMail({
    to: 'mia@example.org',
    language: 'en',
    subject: 'A subject',
    paragraphs: ['Ben & <b>Mia</b>'],
    action: { label: 'Open', url: 'https://candid.example/test/1?a=1&b="2"' },
    footnote: 'Why you get this.',
  });

  it('sends text and HTML under an id that stays the same', async () => {
    await mailer.send('mail:results:7', mail);
    await mailer.send('mail:results:7', mail);
    const ids = smtp.messages.map((message) => /^Message-ID: (.*)$/im.exec(message)?.[1]?.trim());
    expect(ids).toEqual(['<mail.results.7@candid.example>', '<mail.results.7@candid.example>']);
    expect(smtp.messages[0]).toMatch(/^To: mia@example\.org\r$/m);
    expect(smtp.messages[0]).toContain('text/plain');
    expect(smtp.messages[0]).toContain('text/html');
  });

  it('offers one-click unsubscribe for a mail that can be switched off, and for no other', async () => {
    const unsubscribeUrl = `https://candid.example/api/unsubscribe/${'x'.repeat(300)}`;
    await mailer.send('mail:1', { ...mail, unsubscribeUrl });
    await mailer.send('mail:2', mail);
    const [offered, other] = smtp.messages.map((message) => message.slice(0, message.indexOf('\r\n\r\n')));
    const headers = offered!.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
    expect(headers).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(other).not.toMatch(/^List-/m);
  });

  it('shows text as text in the HTML', () => {
    expect(mail.html).toContain('Ben &amp; &lt;b&gt;Mia&lt;/b&gt;');
    expect(mail.html).toContain('href="https://candid.example/test/1?a=1&amp;b=&quot;2&quot;"');
    expect(mail.text).toContain('Ben & <b>Mia</b>');
  });

  it('tells a mail that is put off from one that is refused, without the address', async () => {
    smtp.behave('put-off');
    await expect(mailer.send('mail:1', mail)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    smtp.behave('refuse');
    const refusal = (await mailer.send('mail:1', mail).catch((error: Error) => error)) as Error & { code?: string };
    expect(refusal.code).toBeUndefined();
    expect(refusal.message).toBe('the mail server refused the mail with 550');
  });

  it('knows a server that is away', async () => {
    await smtp.stop();
    await expect(mailer.send('mail:1', mail)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    smtp = await startSmtpServer();
  });
});
