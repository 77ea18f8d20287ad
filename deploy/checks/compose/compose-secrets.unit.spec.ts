import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeComposeSecrets } from './compose-secrets.mjs';

describe('the secrets of docker-compose.yml', () => {
  let directory: string;

  beforeEach(() => {
    directory = join(mkdtempSync(join(tmpdir(), 'candid-secrets-')), 'secrets');
  });

  afterEach(() => {
    rmSync(join(directory, '..'), { recursive: true });
  });

  const read = (name: string): string => readFileSync(join(directory, name), 'utf8');

  it('are made once, in a folder that only its owner enters', () => {
    const made = writeComposeSecrets(directory);
    const before = made.map(read);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(readdirSync(directory).sort()).toEqual([...made].sort());
    expect(writeComposeSecrets(directory)).toEqual([]);
    expect(made.map(read)).toEqual(before);
  });

  it('give server and processes the same password', () => {
    writeComposeSecrets(directory);
    const { password } = new URL(read('redis_url'));
    expect(read('redis_auth.conf')).toBe(`requirepass ${password}\n`);
    const gateway = new URL(read('gateway_nats_url'));
    expect(gateway.username).toBe('gateway');
    expect(read('nats_passwords.conf')).toContain(`password_gateway: "${gateway.password}"\n`);
    expect(read('s3_identities.json')).toContain(read('s3_secret_key'));
  });

  it('are made where one is missing, the others left as they are', () => {
    writeComposeSecrets(directory);
    const kept = read('postgres_password');
    rmSync(join(directory, 'media_signing_secret'));
    expect(writeComposeSecrets(directory)).toEqual(['media_signing_secret']);
    expect(read('postgres_password')).toBe(kept);
  });

  it('are refused where half of a pair is missing', () => {
    writeComposeSecrets(directory);
    rmSync(join(directory, 'jwt_public_key'));
    expect(() => writeComposeSecrets(directory)).toThrow('jwt_private_key, jwt_public_key');
    expect(existsSync(join(directory, 'jwt_public_key'))).toBe(false);
  });
});
