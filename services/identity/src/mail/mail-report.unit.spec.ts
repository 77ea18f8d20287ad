import { describe, expect, it } from '@jest/globals';
import { bounceMail, complaintMail } from './mail-report.fixture.spec.js';
import { readMailReport } from './mail-report.js';

const to = 'bounces+token@candid.example';
const read = (text: string) => readMailReport(Buffer.from(text, 'latin1'));

describe('a report of the mail server', () => {
  it.each([
    ['5.1.1', 'hard', 'there is no such mailbox'],
    ['5.1.10', 'hard', 'the domain takes no mail'],
    ['5.2.1', 'hard', 'the mailbox is switched off'],
    ['5.4.4', 'hard', 'there is no such domain'],
    ['5.2.2', 'soft', 'the mailbox is full'],
    ['5.7.1', 'soft', 'a policy refuses the mail'],
    ['5.1.8', 'soft', 'our own address is wrong'],
    ['5.0.0', 'soft', 'there is no reason'],
    ['4.4.7', 'soft', 'the server gave up'],
    ['gibberish', 'soft', 'the status is unreadable'],
  ])('with status %s is a %s bounce, because %s', async (status, kind) => {
    expect(await read(bounceMail({ to, status }))).toMatchObject({ kind });
  });

  it('is no bounce if the mail is only delayed, or was delivered', async () => {
    for (const action of ['delayed', 'delivered', 'relayed', 'expanded'])
      expect(await read(bounceMail({ to, action }))).toEqual({ kind: 'ignored' });
  });

  it('is a hard bounce only if no recipient behind a forwarding address takes mail', async () => {
    const second = (status: string, action = 'failed') =>
      `\nFinal-Recipient: rfc822; ben@example.org\nAction: ${action}\nStatus: ${status}\n`;
    expect(await read(bounceMail({ to, more: second('5.1.1') }))).toEqual({ kind: 'hard', status: '5.1.1' });
    expect(await read(bounceMail({ to, more: second('5.2.2') }))).toEqual({ kind: 'soft', status: '5.2.2' });
    expect(await read(bounceMail({ to, more: second('2.0.0', 'relayed') }))).toEqual({ kind: 'ignored' });
  });

  it('is a complaint if the recipient marked the mail as spam', async () => {
    expect(await read(complaintMail(to))).toEqual({ kind: 'complaint' });
    expect(await read(complaintMail(to, 'not-spam'))).toEqual({ kind: 'ignored' });
  });

  it('is read even if it is cut off after its own part', async () => {
    const whole = bounceMail({ to });
    expect(await read(whole.slice(0, whole.indexOf('Undelivered Message Headers')))).toMatchObject({ kind: 'hard' });
  });

  it('is ignored if it is another mail, or none', async () => {
    const words = 'Action: failed\r\nStatus: 5.1.1\r\n';
    const away = `From: mia@example.org\r\nTo: ${to}\r\nSubject: I am away\r\n\r\n${words}`;
    for (const text of [away, words, '', '\0\xff', bounceMail({ to }).replaceAll('delivery-status', 'other')])
      expect(await read(text)).toEqual({ kind: 'ignored' });
  });
});
