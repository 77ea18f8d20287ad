/** `npm run release -- COMMAND` (docs/releases.md). Exits with 2 for an unknown command. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exitWith } from '../../tools/lib/process-end.mjs';
import { onProjectNode } from '../../tools/lib/relaunch.mjs';
import { say, seconds } from '../../tools/lib/say.mjs';

const usage = `npm run release -- COMMAND
  notes VERSION          the section of a version in CHANGELOG.md
  pin                    the digest of each third-party image, as its registry has it now
  rehearse               build, sign and verify all images in a registry of this machine, which is removed afterwards
  publish --tag TAG --registry NAME --identity ID --issuer URL [--builder-id URL]
                         the same in a registry, signed with the identity of a workflow; NAME/edge and the others appear there
rehearse and publish write notes.md and the release's files to .cache/release.`;

const text = { type: 'string' };
const options = { tag: text, registry: text, identity: text, issuer: text, 'builder-id': text };

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [command, subject] = positionals;
    const needed = { notes: [subject], pin: [], rehearse: [] };
    needed.publish = [values.tag, values.registry, values.identity, values.issuer];
    if (Object.hasOwn(needed, command ?? '') && !needed[command].includes(undefined))
      return { command, subject, values };
  } catch (error) {
    say(error.message);
  }
  say(usage);
  return process.exit(process.argv.length > 2 ? 2 : 0);
}

const { command, subject, values } = readArguments();
await onProjectNode(fileURLToPath(import.meta.url));
const { checked } = await import('./engine/checked.mjs');
const { changelogSection, readCheckout, releaseFaults, testFaults } = await import('./release/version.mjs');

const checkout = readCheckout();
const machine = { command: (...words) => words };

const commands = {
  notes() {
    const section = changelogSection(checkout.changelog, subject);
    if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${subject}".`);
    say(section);
  },

  async pin() {
    const { resolveDigests } = await import('./release/images.mjs');
    const digests = await resolveDigests((...words) => checked('docker', words));
    for (const [image, digest] of Object.entries(digests)) say(`${image}@${digest}`);
  },

  async rehearse() {
    const hasSection = changelogSection(checkout.changelog, checkout.version) !== undefined;
    const section = hasSection ? checkout.version : 'Unreleased';
    refuseFaults(`v${checkout.version}`, section);
    if (!hasSection)
      say(`CHANGELOG.md has no section "## ${checkout.version}" yet; the rehearsal uses "## Unreleased".`);
    const { rehearse } = await import('./release/rehearsal.mjs');
    await rehearse({ checkout, text: changelogSection(checkout.changelog, section), say });
  },

  async publish() {
    refuseFaults(values.tag, checkout.version, testFaults());
    const { commandsOf } = await import('./release/rehearsal.mjs');
    const { Publication } = await import('./release/publish.mjs');
    const signer = {
      sign: (reference) => checked('cosign', ['sign', '--yes', reference]),
      verify: (reference) =>
        checked('cosign', [
          ...['verify', '--certificate-identity', values.identity, '--certificate-oidc-issuer', values.issuer],
          reference,
        ]),
    };
    // Image names must be lower case; account names need not be.
    const registry = values.registry.toLowerCase();
    const publication = new Publication({
      ...{ ...commandsOf(machine), registry, signer, builderId: values['builder-id'], say },
    });
    await publication.all(checkout, changelogSection(checkout.changelog, checkout.version));
  },
};

function refuseFaults(tag, section, further = []) {
  const faults = [...releaseFaults(checkout, tag, section), ...further];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

const startedAt = performance.now();
await exitWith(async () => {
  await commands[command]();
  if (command === 'rehearse') say(`rehearsed in ${seconds(startedAt)}`);
});
