/**
 * Replaces BuildKit's scanner and follows its protocol: reads the image's files below BUILDKIT_SCAN_SOURCE and writes a
 * statement with an SPDX document to BUILDKIT_SCAN_DESTINATION. It finds npm and Debian packages.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const { BUILDKIT_SCAN_SOURCE: source, BUILDKIT_SCAN_DESTINATION: destination } = process.env;

const npmPackages = globSync('app/**/node_modules/{*,@*/*}/package.json', { cwd: source })
  .map((file) => JSON.parse(readFileSync(path.join(source, file), 'utf8')))
  .filter(({ name, version }) => name && version)
  .map(({ name, version }) => ({ name, version, type: 'npm' }));

const status = path.join(source, 'var', 'lib', 'dpkg', 'status');
const debianPackages = (existsSync(status) ? readFileSync(status, 'utf8') : '')
  .split('\n\n')
  .map((entry) => ({ name: /^Package: (.+)$/m.exec(entry)?.[1], version: /^Version: (.+)$/m.exec(entry)?.[1] }))
  .filter(({ name }) => name)
  .map((found) => ({ ...found, type: 'deb/debian' }));

const packages = [...npmPackages, ...debianPackages].map(({ name, version, type }, index) => ({
  SPDXID: `SPDXRef-Package-${index}`,
  name,
  versionInfo: version,
  downloadLocation: 'NOASSERTION',
  externalRefs: [
    {
      referenceCategory: 'PACKAGE-MANAGER',
      referenceType: 'purl',
      referenceLocator: `pkg:${type}/${name.replace('@', '%40')}@${version}`,
    },
  ],
}));
const predicate = {
  spdxVersion: 'SPDX-2.3',
  dataLicense: 'CC0-1.0',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'image',
  documentNamespace: 'https://candid.example/sbom',
  creationInfo: { created: new Date().toISOString(), creators: ['Tool: candid-stand-in-scanner'] },
  packages,
};
writeFileSync(
  path.join(destination, 'candid.spdx.json'),
  JSON.stringify({
    _type: 'https://in-toto.io/Statement/v0.1',
    predicateType: 'https://spdx.dev/Document',
    predicate,
  }),
);
