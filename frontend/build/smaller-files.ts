import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { z } from 'zod';

const tables = /packages\/contracts\/dist\/(?:http\/[\w-]+|error-codes|moderation)\.js$/;

/** Removes zod and the schemas: a third of a signed-in page's scripts. Tests, not the app, check the answers. */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    async load(id) {
      const file = id.split('?')[0] ?? id;
      if (!tables.test(file)) return null;
      const exported = Object.entries((await import(pathToFileURL(file).href)) as Record<string, unknown>);
      const lines = exported
        .filter(([, value]) => typeof value !== 'function')
        .map(([name, value]) => `export const ${name} = ${written(value)};`);
      return [`import { fields } from '/src/lib/api/fields';`, ...lines].join('\n');
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const withZod = chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.includes('/node_modules/zod/'));
        if (withZod)
          this.error(`${chunk.fileName} has zod in it: the app uses a value of a contracts file with schemas`);
      }
    },
  };
}

/** Returns the value as source text. Leaves out the schemas of requests, because the server validates requests. */
function written(value: unknown): string {
  if (value instanceof z.ZodType) return `/* @__PURE__ */ fields(${JSON.stringify(requiredOf(value))})`;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isCall = 'method' in value && 'answer' in value;
  const parts = Object.entries(value).filter(([name]) => !(isCall && requestParts.has(name)));
  return `{${parts.map(([name, part]) => `${JSON.stringify(name)}:${written(part)}`).join(',')}}`;
}

const requestParts: ReadonlySet<string> = new Set([
  ...['params', 'query', 'body', 'summary', 'refusals', 'audience', 'tag', 'status'],
  ...['callerFields', 'ownedFields', 'otherFields'],
]);

const requiredOf = (schema: z.ZodType): readonly string[] =>
  z.toJSONSchema(schema, { unrepresentable: 'any' }).required ?? [];

const compressible = /\.(js|css|html|svg|json|webmanifest)$/;

/** Writes a `.br` and a `.gz` file beside every text file. The server sends these files instead of compressing. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    async writeBundle({ dir = 'dist' }, bundle) {
      const names = Object.keys(bundle).filter((name) => compressible.test(name));
      await Promise.all(names.map((name) => compressFile(join(dir, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const best = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    promisify(brotliCompress)(content, { params: best }).then((packed) => writeFile(`${path}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ]);
}
