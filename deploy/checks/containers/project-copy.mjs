import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MAIL_REPORT_SECRET, PASSKEY, SYSTEM_ENV } from '@candid/testing';
import { stringify } from 'yaml';
import { fromRoot, root } from '../../../tools/lib/paths.mjs';
import { freePorts } from '../../../tools/lib/servers/ports.mjs';
import { writeComposeSecrets } from '../compose/compose-secrets.mjs';
import { mailImage } from '../engine/stand-ins.mjs';
import { composeProject } from './compose-project.mjs';

/** Copies the files of the working tree that Git tracks or does not ignore. */
function copyFiles(directory) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of listed.toString('utf8').split('\0').filter(Boolean))
    if (existsSync(fromRoot(file))) cpSync(fromRoot(file), path.join(directory, file));
}

/** Limits per person are raised, because the tests' load comes from a few people. */
const { ASSESSOR_PASSKEYS: _, SCREENING, SCREENING_NUDITY, SCREENING_FACES, ...limits } = SYSTEM_ENV;
const noScreening = { SCREENING, SCREENING_NUDITY, SCREENING_FACES };

/** Secrets that the tests know, by their files. */
const knownSecrets = { assessor_passkeys: `tests:${PASSKEY}`, mail_report_secret: MAIL_REPORT_SECRET };

/** Overrides of docker-compose.yml: tests read mails in the project's own inbox. */
const changes = { services: { mail: { image: mailImage } } };

/**
 * Copies the project to a folder with its own secrets and volumes. Resolves to { directory, baseUrl, mailUrl, set(settings) }:
 * `set` writes the file `.env`.
 */
export async function copyProject() {
  const directory = fromRoot('.cache', 'containers');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  copyFiles(directory);
  const secrets = path.join(directory, 'deploy', 'compose', 'secrets');
  writeComposeSecrets(secrets);
  for (const [name, text] of Object.entries(knownSecrets)) {
    chmodSync(path.join(secrets, name), 0o644);
    writeFileSync(path.join(secrets, name), text);
  }
  writeFileSync(path.join(directory, 'containers.yml'), stringify(changes));
  const [http, https, mail] = await freePorts(3);
  const baseUrl = `http://localhost:${http}`;
  const fixed = {
    COMPOSE_PROJECT_NAME: composeProject,
    COMPOSE_FILE: 'docker-compose.yml:containers.yml',
    PUBLIC_URL: baseUrl,
    HTTP_PORT: http,
    HTTPS_PORT: https,
    MAIL_PORT: mail,
    STAFF_SECOND_FACTOR: 'optional',
    ...limits,
  };
  const set = ({ isScreened = true, ...settings }) => {
    const all = { ...fixed, ...(isScreened ? {} : noScreening), ...settings };
    const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(path.join(directory, '.env'), lines.join(''));
  };
  return { directory, baseUrl, mailUrl: `http://localhost:${mail}`, set };
}
