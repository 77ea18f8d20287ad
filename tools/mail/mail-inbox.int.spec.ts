import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startMailInbox } from '../lib/servers/mail.mjs';

let directory: string;
let inbox: Awaited<ReturnType<typeof startMailInbox>>;

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'candid-mail-'));
  inbox = await startMailInbox({ directory });
});

afterEach(async () => {
  await inbox.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Sends the mail; each answer of the server triggers the next SMTP command. */
async function send(to: string, subject: string, html = '<p>Hello</p><script>alert(1)</script>'): Promise<void> {
  const socket = connect(inbox.smtpPort, '127.0.0.1');
  const message = `From: hello@candid.example\r\nTo: ${to}\r\nSubject: ${subject}\r\nContent-Type: text/html\r\n\r\n${html}\r\n.`;
  const commands = ['EHLO test', 'MAIL FROM:<hello@candid.example>', `RCPT TO:<${to}>`, 'DATA', message, 'QUIT'];
  for await (const line of createInterface({ input: socket })) {
    if (/^[45]/.test(line)) throw new Error(line);
    if (/^\d{3} /.test(line)) socket.write(`${commands.shift() ?? ''}\r\n`);
  }
}

const messages = async (query = '') => await (await fetch(`${inbox.pageUrl}/api/messages${query}`)).json();

describe('the mail inbox', () => {
  it('shows a mail to its recipient only', async () => {
    await send('ann@example.test', 'For Ann');
    await send('ben@example.test', 'For Ben');
    const [mail, ...others] = await messages('?to=Ann@example.test');
    expect(mail).toMatchObject({ to: ['ann@example.test'], subject: 'For Ann' });
    expect(others).toEqual([]);
  });

  it('lets a reader wait for the next mail', async () => {
    const waiting = messages('?to=ann@example.test&waitMs=10000');
    await send('ann@example.test', 'Worth waiting for');
    expect(await waiting).toMatchObject([{ subject: 'Worth waiting for' }]);
  });

  it('keeps mails over a restart', async () => {
    await send('ann@example.test', 'Kept');
    await inbox.stop();
    inbox = await startMailInbox({ directory });
    expect(await messages()).toMatchObject([{ subject: 'Kept' }]);
  });

  it('shows a foreign document without letting it run', async () => {
    await send('ann@example.test', 'Scripted');
    const [mail] = await messages();
    const response = await fetch(`${inbox.pageUrl}/api/messages/${mail.id}/html`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('sandbox');
    expect(policy).not.toContain('allow-scripts');
  });

  it('forgets one mail and keeps the others', async () => {
    await send('ann@example.test', 'Gone');
    await send('ann@example.test', 'Kept');
    const [, gone] = await messages();
    await fetch(`${inbox.pageUrl}/api/messages/${gone.id}`, { method: 'DELETE' });
    expect((await messages()).map(({ subject }: { subject: string }) => subject)).toEqual(['Kept']);
  });

  it('forgets everything when asked', async () => {
    await send('ann@example.test', 'Gone');
    await fetch(`${inbox.pageUrl}/api/messages`, { method: 'DELETE' });
    expect(await messages()).toEqual([]);
  });
});
