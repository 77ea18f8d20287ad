import { databaseNames } from '../start/secrets.mjs';

const insufficientPrivilege = '42501';
const wrongPassword = '28P01';

async function ensureRole(client, name, password) {
  const verb = (await client.query('select 1 from pg_roles where rolname = $1', [name])).rowCount ? 'alter' : 'create';
  await client.query(`${verb} role ${client.escapeIdentifier(name)} login password ${client.escapeLiteral(password)}`);
}

async function ensureDatabase(client, name) {
  const owner = `${name}_owner`;
  if ((await client.query('select 1 from pg_database where datname = $1', [name])).rowCount) return;
  // Only a superuser or a member of the owner role can create a database for that role.
  await client.query(`grant ${client.escapeIdentifier(owner)} to current_user`);
  await client.query(`create database ${client.escapeIdentifier(name)} owner ${client.escapeIdentifier(owner)}`);
}

function explain(error, url) {
  const place = `${url.hostname}:${url.port || 5432}`;
  if (error.code === insufficientPrivilege) {
    return new Error(
      `The role ${url.username} at ${place} may not create roles and databases. ` +
        'Give DATABASE_URL one that may, or name four databases of your own: IDENTITY_DATABASE_URL, PHOTOS_DATABASE_URL, …',
    );
  }
  if (error.code === wrongPassword) {
    return new Error(
      `PostgreSQL at ${place} refuses the password. Its data and secrets.json do not belong together: restore that file or remove the data directory.`,
    );
  }
  return new Error(`PostgreSQL at ${place}: ${error.message}`);
}

async function ensureDatabases(adminUrl, names, passwords) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    for (const name of names) {
      await ensureRole(client, `${name}_owner`, passwords[`${name}_owner`]);
      await ensureRole(client, `${name}_app`, passwords[`${name}_app`]);
      await ensureDatabase(client, name);
    }
  } catch (error) {
    throw explain(error, new URL(adminUrl));
  } finally {
    await client.end();
  }
}

const variable = (name) => `${name.toUpperCase()}_DATABASE_URL`;

export const everyDatabaseIsGiven = (env) => databaseNames.every((name) => env[variable(name)]);

/** Uses `<SERVICE>_DATABASE_URL` if set; otherwise creates the database on the server at `adminUrl`. */
export async function prepareDatabases({ adminUrl, pooler, passwords, env }) {
  const made = databaseNames.filter((name) => !env[variable(name)]);
  if (made.length > 0) await ensureDatabases(adminUrl, made, passwords);
  const roleUrl = (name, kind) => {
    const username = `${name}_${kind}`;
    const password = encodeURIComponent(passwords[username]);
    return Object.assign(new URL(adminUrl), { pathname: `/${name}`, username, password }).href;
  };
  const ofMade = (name) => ({
    ...{ DATABASE_URL: roleUrl(name, 'app'), DATABASE_MIGRATION_URL: roleUrl(name, 'owner') },
    ...(pooler && { DATABASE_POOLER: pooler }),
  });
  const ofGiven = (name, url) => ({
    DATABASE_URL: url,
    DATABASE_MIGRATION_URL: env[`${name.toUpperCase()}_DATABASE_MIGRATION_URL`] ?? url,
  });
  return Object.fromEntries(
    databaseNames.map((name) => {
      const given = env[variable(name)];
      return [name, given ? ofGiven(name, given) : ofMade(name)];
    }),
  );
}
