import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const maxMailBytes = 10 * 1024 * 1024;

async function readAll(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function receive(store, stream, session) {
  const mail = await PostalMime.parse(await readAll(stream));
  store.add({
    from: mail.from?.address ?? session.envelope.mailFrom?.address ?? '',
    returnPath: session.envelope.mailFrom?.address ?? '',
    to: session.envelope.rcptTo.map((recipient) => recipient.address.toLowerCase()),
    messageId: mail.messageId ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  });
}

/** An SMTP server on which anybody may send; every mail goes into the store. Returns smtp-server's SMTPServer. */
export function createSmtpServer(store) {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1_000,
    size: maxMailBytes,
    rejectOversized: true,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anybody' }),
    onData: (stream, session, callback) => {
      receive(store, stream, session).then(() => callback(), callback);
    },
  });
}
