import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  /** Of the owner, who may change the schema. */
  url: string;
  /** Of the application role, which `runMigrations` makes and grants to. */
  applicationUrl: string;
  drop(): Promise<void>;
}

/**
 * A database of its own in the cluster of `clusterUrl` (a superuser's), which is `TEST_POSTGRES_URL` unless given.
 * One per spec file.
 */
export async function createDatabase(clusterUrl = process.env['TEST_POSTGRES_URL']): Promise<TestDatabase> {
  if (!clusterUrl) throw new Error('TEST_POSTGRES_URL is missing: run through node tools/test-servers.mjs -- …');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await execute(clusterUrl, `create database ${name}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const applicationUrl = new URL(url);
  applicationUrl.username = 'application';
  applicationUrl.password = 'application';
  return {
    url: url.href,
    applicationUrl: applicationUrl.href,
    drop: () => execute(clusterUrl, `drop database if exists ${name} with (force)`),
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
