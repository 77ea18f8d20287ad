import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@candid/contracts';

/** Returns the language of the cookie `candid_language`, else the known language that the browser prefers, else the default. */
export function languageOf({ cookie = '', 'accept-language': ranges = '' }: IncomingHttpHeaders): Language {
  const chosen = [...cookie.matchAll(/(?:^|; *)candid_language=(\w+)/g)].map(([, tag]) => tag);
  const preferred = ranges
    .split(',')
    .map((range) => ({
      tag: /^\s*(\w+)/.exec(range)?.[1]?.toLowerCase(),
      quality: Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1),
    }))
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
  return [...chosen, ...preferred].find(isLanguage) ?? DEFAULT_LANGUAGE;
}

const isLanguage = (tag: string | undefined): tag is Language => LANGUAGES.some((language) => language === tag);
