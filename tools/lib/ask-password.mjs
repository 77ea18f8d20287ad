import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks at the terminal without showing what is typed. Throws where there is no terminal to ask at. */
export async function askPassword(question) {
  if (!process.stdin.isTTY)
    throw new Error('There is no terminal to ask for the password at: give it in STAFF_PASSWORD.');
  process.stdout.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}
