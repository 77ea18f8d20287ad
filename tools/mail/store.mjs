import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const keptMessages = 500;

const byArrival = (one, other) => one.receivedAt.localeCompare(other.receivedAt);

function readAll(directory) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const files = readdirSync(directory).filter((file) => file.endsWith('.json'));
  return files.map((file) => JSON.parse(readFileSync(path.join(directory, file), 'utf8'))).sort(byArrival);
}

/**
 * The last 500 mails, newest first. Each is a JSON file in `directory`; without one, mails are only in memory.
 *
 * Fields of a mail: { id, from, returnPath, to: string[], messageId, subject, text, html, receivedAt (ISO 8601) }.
 */
export function createMailStore({ directory } = {}) {
  const messages = directory === undefined ? [] : readAll(directory);
  const waiting = new Set();
  const fileOf = (message) => path.join(directory, `${message.id}.json`);
  const forget = (message) => directory !== undefined && rmSync(fileOf(message), { force: true });

  const list = ({ to, after } = {}) => {
    const first = after === undefined ? 0 : messages.findIndex((message) => message.id === after) + 1;
    const address = to?.toLowerCase();
    return messages
      .slice(first)
      .filter((message) => address === undefined || message.to.includes(address))
      .reverse();
  };

  return {
    list,
    find: (id) => messages.find((message) => message.id === id),

    add(mail) {
      const message = { id: randomUUID(), ...mail, receivedAt: new Date().toISOString() };
      messages.push(message);
      if (directory !== undefined) writeFileSync(fileOf(message), JSON.stringify(message), { mode: 0o600 });
      while (messages.length > keptMessages) forget(messages.shift());
      for (const notify of [...waiting]) notify();
      return message;
    },

    remove(id) {
      const place = messages.findIndex((message) => message.id === id);
      if (place >= 0) forget(messages.splice(place, 1)[0]);
    },

    clear() {
      for (const message of messages.splice(0)) forget(message);
    },

    /** Like `list`, but if nothing matches, waits at most `waitMs` for a matching mail. */
    async listWhenAny(query, waitMs) {
      const deadline = Date.now() + waitMs;
      while (true) {
        const found = list(query);
        const remainingMs = deadline - Date.now();
        if (found.length > 0 || remainingMs <= 0) return found;
        await arrival(waiting, remainingMs);
      }
    },

    close() {
      for (const notify of [...waiting]) notify();
    },
  };
}

function arrival(waiting, timeoutMs) {
  return new Promise((resolve) => {
    const notify = () => {
      clearTimeout(timer);
      waiting.delete(notify);
      resolve();
    };
    const timer = setTimeout(notify, timeoutMs);
    waiting.add(notify);
  });
}
