import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { letterToMail, Mailer } from './mailer.js';
import { type SmtpServer, startSmtpServer } from './smtp-server.fixture.spec.js';

describe('mailer', () => {
  let smtp: SmtpServer;
  let mailer: Mailer;
  beforeEach(async () => {
    smtp = await startSmtpServer();
    mailer = new Mailer(sender());
  });
  afterEach(async () => {
    mailer.close();
    await smtp.stop();
  });

  const sender = () => ({ SMTP_URL: smtp.url, MAIL_FROM: 'Candid <hello@candid.example>' }) as const;
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

  it('tells an address that takes no mail from a mail that is refused', async () => {
    smtp.behave('no-mailbox');
    await expect(mailer.send('mail:1', mail)).rejects.toMatchObject({ name: 'BadAddressError', status: '5.1.1' });
    smtp.behave('no-sender');
    await expect(mailer.send('mail:1', mail)).rejects.toMatchObject({ name: 'Error' });
  });

  it('has its bounces sent to the return path, with the token of the mail', async () => {
    const returning = new Mailer({ ...sender(), MAIL_RETURN_PATH: 'bounces@mail.candid.example' });
    await returning.send('mail:1', mail, 'token');
    await returning.send('mail:2', mail);
    returning.close();
    expect(smtp.returnPaths).toEqual(['bounces+token@mail.candid.example', 'hello@candid.example']);
    expect(smtp.messages[0]).toMatch(/^From: Candid <hello@candid\.example>\r$/m);
    expect(smtp.messages[0]).not.toContain('bounces');
  });

  it('signs a mail for the domain of its sender (RFC 6376)', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const signing = new Mailer({ ...sender(), DKIM_SELECTOR: 'candid1', DKIM_PRIVATE_KEY: pem });
    await signing.send('mail:1', { ...mail, unsubscribeUrl: 'https://candid.example/api/unsubscribe/1' });
    signing.close();
    const [message] = smtp.messages as [string];
    const { tags, isSigned } = dkimOf(message, pem);
    expect(tags).toMatchObject({ a: 'rsa-sha256', d: 'candid.example', s: 'candid1' });
    const signed = ['from', 'to', 'subject', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'];
    expect(tags['h']!.split(':')).toEqual(expect.arrayContaining(signed));
    expect(isSigned).toBe(true);
    expect(dkimOf(message.replace('A subject', 'B subject'), pem).isSigned).toBe(false);
    expect(dkimOf(message.replace('Why you get', 'Why we get'), pem).isSigned).toBe(false);
  });

  it('knows a server that is away', async () => {
    await smtp.stop();
    await expect(mailer.send('mail:1', mail)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    smtp = await startSmtpServer();
  });
});

/** Verifies a signature in the relaxed form of headers and body (RFC 6376, section 3.4). */
function dkimOf(message: string, privateKey: string) {
  const end = message.indexOf('\r\n\r\n');
  const [head, body] = [message.slice(0, end), message.slice(end + 4)];
  const headers = head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n');
  const relaxed = (header: string): string => {
    const [name = '', ...value] = header.split(':');
    return `${name.toLowerCase().trim()}:${value
      .join(':')
      .replaceAll(/[ \t]+/g, ' ')
      .trim()}`;
  };
  const find = (name: string) => headers.find((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  const signature = find('DKIM-Signature')!;
  const tags = Object.fromEntries(
    [...signature.slice('DKIM-Signature:'.length).matchAll(/(\w+)=([^;]*)/g)].map(([, tag, value]) => [
      tag!,
      value!.replaceAll(/\s/g, ''),
    ]),
  );
  const lines = `${body}\r\n`.replaceAll(/[ \t]+/g, ' ').replaceAll(/ (?=\r\n)/g, '');
  const digest = createHash('sha256')
    .update(`${lines.replace(/(\r\n)*$/, '')}\r\n`)
    .digest('base64');
  const signed = [...tags['h']!.split(':').flatMap((name) => find(name) ?? []), signature.replace(/\bb=[^;]*$/, 'b=')];
  const verify = createVerify('sha256').update(signed.map(relaxed).join('\r\n'));
  const isSigned = digest === tags['bh'] && verify.verify(createPublicKey(privateKey), tags['b']!, 'base64');
  return { tags, isSigned };
}
