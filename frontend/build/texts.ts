import { readFileSync } from 'node:fs';
import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/lib/compile-module.js';
import type { Plugin } from 'vite';

type Texts = string | readonly Texts[] | { readonly [name: string]: Texts };

/** The texts of the server have no English catalogue, because it sends them in English. */
const catalogue = /\/texts\/(?:en|de)\/([\w-]+\.json)$/;
const prefix = '\0texts:';
const interpreter = '\0no-interpreter';

/** Compiles the catalogue of one language into the app: a text becomes a string, or a function if it has values. */
export function texts(language: string): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    resolveId(source, importer) {
      const [, file] = catalogue.exec(source) ?? [];
      if (file) return prefix + file;
      if (language !== 'en' && source.endsWith('/server-texts')) return this.resolve(`${source}-translated`, importer);
      return source === './interpret' ? interpreter : null;
    },
    load(id) {
      if (id === interpreter) return 'export const interpret = String;';
      if (!id.startsWith(prefix)) return null;
      const area = id.slice(prefix.length, -'.json'.length);
      this.addWatchFile(fileOf(language, area).pathname);
      return { code: compiled(language, catalogueOf(language, area)), moduleType: 'js' };
    },
    transformIndexHtml(html) {
      const { tag } = catalogueOf(language, 'language') as { tag: string };
      const { description, noScripts } = catalogueOf(language, 'manifest') as {
        description: string;
        noScripts: string;
      };
      return html
        .replace('lang="en"', `lang="${tag}"`)
        .replace('%DESCRIPTION%', description)
        .replace('%NO_SCRIPTS%', noScripts);
    },
  };
}

const fileOf = (language: string, area: string) => new URL(`../texts/${language}/${area}.json`, import.meta.url);

export const catalogueOf = (language: string, area: string): Texts =>
  JSON.parse(readFileSync(fileOf(language, area), 'utf8')) as Texts;

function compiled(language: string, catalogueOfArea: Texts): string {
  const messages: Record<string, string> = {};
  const place = (part: Texts): string => {
    if (typeof part !== 'string') {
      if (Array.isArray(part)) return `[${part.map(place).join(',')}]`;
      return `{${Object.entries(part)
        .map(([name, one]) => `${JSON.stringify(name)}:${place(one)}`)
        .join(',')}}`;
    }
    const name = `m${Object.keys(messages).length}`;
    messages[name] = part;
    return `\0${name}\0`;
  };
  const shape = place(catalogueOfArea);
  const source = compileModule(new MessageFormat(language, { strict: true, strictPluralKeys: true }), messages);
  const expressions = Object.fromEntries(
    [...source.matchAll(/^ {2}(m\d+): (.*?),?$/gm)].map(([, name, code]) => [name, code]),
  );
  const imports = source.slice(0, source.indexOf('export default'));
  // A text without values is a constant, so that pages can use it as one.
  const filledIn = shape.replace(/\0(m\d+)\0/g, (_, name: string) => expressions[name]!.replace(/^\(\) => /, ''));
  return `${imports.replaceAll('"@messageformat/runtime"', '"/src/lib/language/runtime"')}export default ${filledIn};`;
}
