import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export type SmtpBehaviour = 'accept' | 'put-off' | 'refuse';

/** An SMTP server that records its mails and can defer or refuse them, which the test inbox cannot do. */
export async function startSmtpServer() {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  let behaviour: SmtpBehaviour = 'accept';
  const answers = { accept: '250 taken', 'put-off': '451 try again later', refuse: '550 refused' };
  const server = createServer((socket) => {
    sockets.add(socket);
    let buffer = '';
    let isContent = false;
    const reply = (line: string) => socket.write(`${line}\r\n`);
    const take = (end: number) => {
      messages.push(buffer.slice(0, end));
      buffer = buffer.slice(end + 5);
      isContent = false;
      reply(answers[behaviour]);
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
        const command = buffer.slice(0, end).toUpperCase();
        buffer = buffer.slice(end + 2);
        isContent = command === 'DATA';
        if (command === 'QUIT') socket.end('221 bye\r\n');
        else reply(isContent ? '354 go on' : '250 ok');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
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
