import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readJson } from './lib/json-file.mjs';
import { fromRoot, nodeBinary } from './lib/paths.mjs';
import { startChild } from './lib/processes/child.mjs';
import { runCommand } from './lib/run.mjs';

let data: string;
let other: Server;
let taken: string;

beforeEach(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'candid-start-'));
  other = createServer();
  await new Promise<void>((resolve) => other.listen(0, () => resolve()));
  taken = String((other.address() as { port: number }).port);
});

afterEach(async () => {
  await new Promise((resolve) => other.close(resolve));
  rmSync(data, { recursive: true, force: true });
});

const start = (...args: string[]) =>
  runCommand(nodeBinary, [fromRoot('tools', 'start.mjs'), '--data', data, ...args], {
    stdio: 'pipe',
    env: { NODE_OPTIONS: '' },
  });

describe('npm start', () => {
  it('names a busy port and the way out', async () => {
    const { code, output } = await start('--port', taken);
    expect(output).toContain(`Port ${taken} is taken by another program.`);
    expect(output).toContain('--port');
    expect(code).toBe(1);
  });

  it('refuses an option it does not know, and lists those it does', async () => {
    const { code, output } = await start('--prot', '1');
    expect(output).toContain('--no-demo');
    expect(code).toBe(1);
  });
});

interface Login {
  email: string;
  password: string;
}

/** Runs `npm start` with a demo and own servers. Screening is off: it takes most of an upload's processor time. */
class StartedDemo {
  private readonly child = startChild({
    name: 'start',
    command: nodeBinary,
    args: [fromRoot('tools', 'start.mjs'), '--data', data, '--port', '0', '--mail-port', '0'],
    env: { NODE_OPTIONS: '', POSTGRES_FSYNC: 'off', SCREENING: 'off', MIN_LOOK_MS: '0' },
    stopSignal: 'SIGINT',
    killAfterMs: 60_000,
    onLine: (line: string) => void this.lines.push(line),
  });
  readonly lines: string[] = [];

  line(pattern: RegExp): Promise<string> {
    return this.child.waitForLine(pattern) as Promise<string>;
  }

  /** Stops it as Ctrl-C does. */
  stop(): Promise<{ code: number | null }> {
    return this.child.stop() as Promise<{ code: number | null }>;
  }

  async logIn({ email, password }: Login): Promise<{ token: string; userId: string }> {
    const response = await this.call('/login', { body: JSON.stringify({ email, password }), method: 'POST' });
    expect([email, response.status]).toEqual([email, 200]);
    return (await response.json()) as { token: string; userId: string };
  }

  async photos(owner: Login): Promise<number> {
    const { token, userId } = await this.logIn(owner);
    const sections = ['testing', 'unrated', 'profile'].map(async (section) => {
      const authorization = { authorization: `Bearer ${token}` };
      const response = await this.call(`/cameraroll-photos-${section}/${userId}`, { headers: authorization });
      return ((await response.json()) as { photos: unknown[] }).photos.length;
    });
    return (await Promise.all(sections)).reduce((sum, count) => sum + count, 0);
  }

  /** Returns the kinds and reasons of all moderation cases, sorted. */
  async cases(moderator: Login): Promise<string[]> {
    const authorization = { authorization: `Bearer ${(await this.logIn(moderator)).token}` };
    const response = await this.call('/support/moderation/cases?status=all', { headers: authorization });
    const { cases } = (await response.json()) as { cases: { kind: string; reasons: string[]; earlier: string[] }[] };
    return cases.map(({ kind, reasons, earlier }) => [kind, ...reasons, ...earlier].join(' ')).toSorted();
  }

  private call(path: string, { headers = {}, ...request }: RequestInit): Promise<Response> {
    const { appUrl } = readJson(`${data}/run.json`) as { appUrl: string };
    return fetch(`${appUrl}/api${path}`, { ...request, headers: { 'content-type': 'application/json', ...headers } });
  }
}

describe('the demo of npm start', () => {
  const logins = () => (readJson(`${data}/secrets.json`) as { demoLogins: Record<string, Login> }).demoLogins;
  const status = async () =>
    (await runCommand(nodeBinary, [fromRoot('tools', 'status.mjs'), '--data', data], { stdio: 'pipe' })).output;

  it('has log-ins that work once they are printed, survives Ctrl-C, and is completed once by the next start', async () => {
    const interrupted = new StartedDemo();
    await interrupted.line(/^ready in/);
    const printed = interrupted.lines.join('\n');
    for (const [who, login] of Object.entries(logins())) {
      expect(printed).toMatch(new RegExp(`${who} login +${login.email}  ${login.password}`));
      await interrupted.logIn(login);
    }
    expect(await status()).toContain('The log-ins work.');
    await interrupted.line(/^demo: 4 of 12 people/);
    expect(await interrupted.stop()).toMatchObject({ code: 0 });
    expect(interrupted.lines.filter((line) => /could not/.test(line))).toEqual([]);
    expect(readJson(`${data}/run.json`)).toBeUndefined();

    const completed = new StartedDemo();
    try {
      await completed.line(/^demo is ready: 12 people, 30 photos/);
      expect(await completed.photos(logins().owner!)).toBe(4);
      expect(await completed.cases(logins().moderator!)).toEqual([
        ...['assessor comments', 'notice illegal', 'photo minor', 'photo notOwn askForCrop', 'photo other'],
      ]);
      expect(await status()).toMatch(new RegExp(`owner login +${logins().owner!.email}  ${logins().owner!.password}`));
      expect(await status()).not.toContain('The log-ins work.');
    } finally {
      await completed.stop();
    }
  }, 900_000);
});
