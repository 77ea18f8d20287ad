import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** `no-mailbox` and `no-sender` refuse an address before the mail is sent. */
export type SmtpBehaviour = 'accept' | 'put-off' | 'refuse' | 'no-mailbox' | 'no-sender';

/** An SMTP server that records its mails and their return paths, and can defer or refuse them, which the test inbox cannot do. */
export async function startSmtpServer() {
  const messages: string[] = [];
  const returnPaths: string[] = [];
  const sockets = new Set<Socket>();
  let behaviour: SmtpBehaviour = 'accept';
  const refusedCommands: Partial<Record<SmtpBehaviour, string>> = { 'no-mailbox': 'RCPT', 'no-sender': 'MAIL' };
  const answers = { accept: '250 taken', 'put-off': '451 try again later', refuse: '550 refused' } as const;
  const server = createServer((socket) => {
    sockets.add(socket);
    let buffer = '';
    let isContent = false;
    let returnPath = '';
    const reply = (line: string) => socket.write(`${line}\r\n`);
    const take = (end: number) => {
      messages.push(buffer.slice(0, end));
      returnPaths.push(returnPath);
      buffer = buffer.slice(end + 5);
      isContent = false;
      reply(answers[behaviour as keyof typeof answers]);
    };
    reply('220 test');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      buffer += chunk.toString();
      for (;;) {
        const end = buffer.indexOf(isContent ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        if (isContent) {
          take(end);
          continue;
        }
        const line = buffer.slice(0, end);
        const command = line.toUpperCase();
        buffer = buffer.slice(end + 2);
        isContent = command === 'DATA';
        returnPath = /^MAIL FROM:<(.*?)>/i.exec(line)?.[1] ?? returnPath;
        if (command === 'QUIT') socket.end('221 bye\r\n');
        else if (command.slice(0, 4) === refusedCommands[behaviour]) reply('550 5.1.1 no such mailbox');
        else reply(isContent ? '354 go on' : '250 ok');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    returnPaths,
    behave(next: SmtpBehaviour): void {
      behaviour = next;
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;
