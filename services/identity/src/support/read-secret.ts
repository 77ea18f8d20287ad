import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The first line of stdin; typed at a terminal, it is asked for and not shown. */
export async function readSecret(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: isTerminal });
  for await (const line of lines) {
    if (isTerminal) process.stderr.write('\n');
    return line;
  }
  return '';
}
