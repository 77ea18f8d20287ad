import type { Language } from '@candid/contracts';
import { languageNames } from './languages';

const yearSeconds = 365 * 24 * 3_600;

/** The gateway and the edge choose the app's files by this cookie. */
function keep(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: pages without TLS have no Cookie Store API
  document.cookie = `candid_language=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}

/** Sets the cookie again if there is one, because Safari deletes it seven days after a script has set it. */
export function renewLanguage(): void {
  const known = Object.keys(languageNames).join('|');
  const kept = new RegExp(`(?:^|; )candid_language=(${known})\\b`).exec(document.cookie)?.[1];
  if (kept) keep(kept);
}

/**
 * Loads the app in this language from the server. Ends the service worker, because it would answer with the files of
 * the other language; the new page registers its own. Drafts, the outbox and shared photos stay. Never resolves: its
 * callers stay busy until the new page is there.
 */
export async function takeLanguage(language: Language, load = () => location.reload()): Promise<void> {
  keep(language);
  // If the browser denies this, the old worker shows its language until it finds the other version.
  await forgetFiles().catch(() => undefined);
  load();
  return new Promise(() => undefined);
}

/** Notifications end with the registration; `use-push.ts` renews them. */
async function forgetFiles(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith('workbox-')).map((name) => caches.delete(name)));
}
