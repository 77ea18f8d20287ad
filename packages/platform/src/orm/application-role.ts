import { grantApplicationRoleSql } from '@candid/event-store';
import pg from 'pg';

interface RoleSettings {
  migrationUrl: string;
  applicationUrl: string;
}

/** The comment that marks a table in which the application may only read and insert rows. */
const APPEND_ONLY = 'append-only';

/**
 * The role may read and write all tables, but may only read and insert in `events` and tables with the comment
 * `append-only`. A missing role is created with the URL's password. If the role is the owner, nothing is granted.
 */
export async function grantToApplicationRole(client: pg.Client, settings: RoleSettings): Promise<void> {
  const { username, password } = new URL(settings.applicationUrl);
  const role = decodeURIComponent(username);
  if (role === decodeURIComponent(new URL(settings.migrationUrl).username)) return boundRole(settings);
  await createRole(client, role, decodeURIComponent(password));
  const name = pg.escapeIdentifier(role);
  const database = pg.escapeIdentifier(
    (await client.query<{ name: string }>('select current_database() as name')).rows[0]!.name,
  );
  const events = await client.query<{ there: boolean }>("select to_regclass('events') is not null as there");
  const statements = [
    `grant connect on database ${database} to ${name}`,
    `grant usage on schema public to ${name}`,
    `grant select, insert, update, delete on all tables in schema public to ${name}`,
    `grant usage, select on all sequences in schema public to ${name}`,
    `grant execute on all functions in schema public to ${name}`,
  ];
  if (events.rows[0]!.there) {
    statements.push(`revoke all on events, idempotency_records from ${name}`, ...grantApplicationRoleSql(role));
  }
  for (const table of await appendOnlyTables(client)) statements.push(`revoke update, delete on ${table} from ${name}`);
  // All statements are in one transaction, so that a running application never has the broad grant.
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
  await boundRole(settings);
}

/** Event readers wait for every transaction of the role. The second limit ends transactions of a frozen process. */
const bounds = { statement_timeout: '15s', idle_in_transaction_session_timeout: '4s' };

/** Sets the limits on the role, because PgBouncer drops start options. Logs in as the role, which may set them. */
async function boundRole({ migrationUrl, applicationUrl }: RoleSettings): Promise<void> {
  const { username, password } = new URL(applicationUrl);
  const url = Object.assign(new URL(migrationUrl), { username, password });
  const client = new pg.Client({ connectionString: url.href, application_name: 'migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; is_superuser: boolean }>(
      'select current_database() as name, rolsuper as is_superuser from pg_roles where rolname = current_user',
    );
    // Limits on a superuser would also apply to connections that are not the application's.
    if (rows[0]!.is_superuser) return;
    for (const [setting, value] of Object.entries(bounds)) {
      if ((await client.query(`show ${setting}`)).rows[0][setting] === value) continue;
      await client.query(
        `alter role current_user in database ${pg.escapeIdentifier(rows[0]!.name)} set ${setting} = '${value}'`,
      );
    }
  } finally {
    await client.end();
  }
}

async function appendOnlyTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and obj_description(oid, 'pg_class') like $1`,
    [`${APPEND_ONLY}%`],
  );
  return rows.map(({ name }) => name);
}

async function createRole(client: pg.Client, role: string, password: string): Promise<void> {
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  if (known.rowCount) return;
  try {
    await client.query(`create role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(password)}`);
  } catch (error) {
    // Roles belong to the cluster, so another service's migration may have created this role meanwhile.
    if ((error as { code?: string }).code !== '42710' && (error as { code?: string }).code !== '23505') throw error;
  }
}
