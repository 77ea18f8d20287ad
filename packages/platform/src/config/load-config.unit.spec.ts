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
  beforeEach(() => {
    written = '';
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
  });

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
});
