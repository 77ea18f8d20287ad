import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IamAwsProvider } from 'minio';
import { createObjectStorage } from './create-object-storage.js';
import { S3ObjectStorage } from './s3-object-storage.js';

const answer = (
  credentials: string,
) => `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
  ${credentials}</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;

/** A fake of the cloud's token service. The SDK asks a fixed host name, which `agent` redirects to this server. */
async function tokenService() {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', `https://${request.headers.host}`));
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    response.end(
      answer(`<AccessKeyId>${process.env['TEST_S3_ACCESS_KEY']}</AccessKeyId>
        <SecretAccessKey>${process.env['TEST_S3_SECRET_KEY']}</SecretAccessKey>
        <SessionToken>session</SessionToken><Expiration>${expires}</Expiration>`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  class PlainAgent extends Agent {
    override createConnection(): any {
      return connect(port, '127.0.0.1');
    }
  }
  return { asked, agent: new PlainAgent(), close: () => server.close() };
}

describe('object storage by web identity', () => {
  const before = { ...process.env };
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candid-identity-'));
  });
  afterEach(async () => {
    for (const name of ['AWS_WEB_IDENTITY_TOKEN_FILE', 'AWS_ROLE_ARN', 'AWS_REGION']) {
      delete process.env[name];
      if (before[name] !== undefined) process.env[name] = before[name];
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('exchanges the token of its file for a key of the role, once for many requests', async () => {
    const service = await tokenService();
    try {
      await writeFile(join(folder, 'token'), 'signed-by-the-cluster');
      process.env['AWS_WEB_IDENTITY_TOKEN_FILE'] = join(folder, 'token');
      process.env['AWS_ROLE_ARN'] = 'arn:aws:iam::000000000000:role/photos';
      process.env['AWS_REGION'] = 'eu-north-1';
      const storage = new S3ObjectStorage({
        endpoint: process.env['TEST_S3_ENDPOINT']!,
        bucket: `identity-${process.pid}-${Date.now()}`,
        credentials: new IamAwsProvider({ transportAgent: service.agent }),
        region: process.env['TEST_S3_REGION'] ?? 'us-east-1',
      });
      await storage.check();
      await storage.put('photos/a', Buffer.from('bytes'), 'image/webp');
      const object = await storage.get('photos/a');
      expect(object?.size).toBe(5);
      object?.stream.destroy();

      expect(service.asked).toHaveLength(1);
      expect(service.asked[0]?.host).toBe('sts.eu-north-1.amazonaws.com');
      expect(Object.fromEntries(service.asked[0]?.searchParams ?? [])).toMatchObject({
        Action: 'AssumeRoleWithWebIdentity',
        RoleArn: 'arn:aws:iam::000000000000:role/photos',
        WebIdentityToken: 'signed-by-the-cluster',
      });
    } finally {
      service.close();
    }
  });

  it.each([
    ['a token', { S3_CREDENTIALS: 'web-identity' as const }, 'AWS_WEB_IDENTITY_TOKEN_FILE is missing'],
    ['a key', {}, 'S3_ACCESS_KEY is missing'],
  ])('says that %s is missing', async (_what, settings, message) => {
    delete process.env['AWS_WEB_IDENTITY_TOKEN_FILE'];
    const config = {
      OBJECT_STORAGE: 's3' as const,
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'photos',
      S3_REGION: 'us-east-1',
    };
    await expect(createObjectStorage({ ...config, ...settings })).rejects.toThrow(message);
  });
});
