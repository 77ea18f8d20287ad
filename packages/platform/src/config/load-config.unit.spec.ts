import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { coreSettings, databaseSettings, loadConfig } from './load-config.js';

const schema = z.object({ ...coreSettings, ...databaseSettings });
const good = {
  NATS_URL: 'nats://localhost',
  OPS_PORT: '9000',
  DATABASE_URL: 'postgres://user:hidden@localhost/tokens',
};

describe('loadConfig', () => {
  let written = '';
  let directory = '';
  beforeEach(() => {
    written = '';
    directory = mkdtempSync(join(tmpdir(), 'candid-settings-'));
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += String(text);
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(directory, { recursive: true });
  });

  const file = (content: string): string => {
    const path = join(directory, 'secret');
    writeFileSync(path, content);
    return path;
  };
  const { DATABASE_URL: _, ...withoutDatabase } = good;

  it('parses numbers and fills defaults in', () => {
    expect(loadConfig(schema, good)).toMatchObject({ OPS_PORT: 9000, LOG_LEVEL: 'info', NODE_ENV: 'production' });
  });

  it('names a missing setting and exits 1', () => {
    expect(() => loadConfig(schema, { ...good, NATS_URL: undefined })).toThrow('exit 1');
    expect(written).toBe('configuration: NATS_URL is missing\n');
  });

  it('takes an empty setting for a missing one', () => {
    expect(() => loadConfig(schema, { ...good, NATS_URL: '' })).toThrow('exit 1');
    expect(loadConfig(schema, { ...good, LOG_LEVEL: '' }).LOG_LEVEL).toBe('info');
  });

  it('names every wrong setting and prints no value', () => {
    const wrong = { ...good, OPS_PORT: 'hidden', DATABASE_URL: 'mysql://user:hidden@localhost' };
    expect(() => loadConfig(schema, wrong)).toThrow('exit 1');
    expect(written).toContain('OPS_PORT is wrong');
    expect(written).toContain('DATABASE_URL is wrong');
    expect(written).not.toContain('hidden');
  });

  it('takes a setting from the file that X_FILE names, without its line end', () => {
    const path = file(`${good.DATABASE_URL}\n`);
    expect(loadConfig(schema, { ...withoutDatabase, DATABASE_URL_FILE: path }).DATABASE_URL).toBe(good.DATABASE_URL);
  });

  it('keeps the lines inside a file, as of a key in PEM', () => {
    const pem = z.object({ KEY: z.string() });
    expect(loadConfig(pem, { KEY_FILE: file('-----BEGIN\nabc\n-----END\n') }).KEY).toBe('-----BEGIN\nabc\n-----END');
  });

  it('refuses a setting given both ways by its name', () => {
    expect(() => loadConfig(schema, { ...good, DATABASE_URL_FILE: file('postgres://hidden') })).toThrow('exit 1');
    expect(written).toBe('configuration: DATABASE_URL is given twice, by itself and by DATABASE_URL_FILE\n');
  });

  it('takes the file where the setting beside it is empty', () => {
    const both = { ...good, DATABASE_URL: '', DATABASE_URL_FILE: file(good.DATABASE_URL) };
    expect(loadConfig(schema, both).DATABASE_URL).toBe(good.DATABASE_URL);
  });

  it('names the file setting that cannot be read', () => {
    const missing = { ...withoutDatabase, DATABASE_URL_FILE: join(directory, 'elsewhere') };
    expect(() => loadConfig(schema, missing)).toThrow('exit 1');
    expect(written).toBe('configuration: DATABASE_URL_FILE cannot be read: ENOENT\n');
  });

  it('takes an empty file for a missing setting', () => {
    expect(() => loadConfig(schema, { ...withoutDatabase, DATABASE_URL_FILE: file('\n') })).toThrow('exit 1');
    expect(written).toBe('configuration: DATABASE_URL is missing\n');
  });

  it('prints nothing of a wrong value from a file', () => {
    const wrong = { ...withoutDatabase, DATABASE_URL_FILE: file('mysql://hidden') };
    expect(() => loadConfig(schema, wrong)).toThrow('exit 1');
    expect(written).toContain('DATABASE_URL is wrong');
    expect(written).not.toContain('hidden');
  });

  it('leaves alone what merely ends in _FILE', () => {
    expect(loadConfig(schema, { ...good, SSL_CERT_FILE: '/nowhere' })).toMatchObject({ OPS_PORT: 9000 });
  });
});
