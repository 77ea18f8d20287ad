import { type ComponentType, lazy, useState } from 'react';
import { connectionStore } from '../lib/connection/connection-store';

const reloadedKey = 'candid-reloaded-at';
const reloadAgainMs = 60_000;
const waitForServerMs = 8_000;
const askEveryMs = 1_000;

/** A page, or the frame around it, in a chunk of its own. */
export interface LazyPage {
  /** Fetches it ahead; the module may say what its first picture shows, which comes with it for whoever is signed in. */
  load: (userId?: string) => Promise<void>;
  loaded: () => ComponentType | undefined;
  /** Fetched while it is being rendered. */
  Awaited: ComponentType;
}

interface PageModule {
  default: ComponentType;
  prefetch?: (userId: string) => Promise<unknown>;
}

/** When the chunk does not come, the page is loaded anew once, as soon as the server answers. */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let loaded: ComponentType | undefined;
  const loadOnce = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  return {
    async load(userId) {
      const { prefetch } = await loadOnce();
      if (userId !== undefined) await prefetch?.(userId);
    },
    loaded: () => loaded,
    Awaited: lazy(() => loadOnce().catch((failure: unknown) => recover(failure))),
  };
}

/** What was loaded ahead is rendered at once: what React has to wait for it shows 300 ms after the fallback at the earliest. */
export function Page({ of }: { of: LazyPage }) {
  const [shown, setShown] = useState(() => ({ of, Shown: of.loaded() ?? of.Awaited }));
  // The pages of one frame stand at the same place in the tree, so this is not mounted anew for the next of them.
  if (shown.of !== of) setShown({ of, Shown: of.loaded() ?? of.Awaited });
  return <shown.Shown />;
}

/**
 * A newer release has other names, so that only a reload helps. Only a page that is about to be shown gets here, so that nothing
 * unfinished is on the screen.
 */
async function recover(failure: unknown): Promise<never> {
  if ((await serverAnswers()) && mayReload()) {
    location.reload();
    return new Promise<never>(() => undefined);
  }
  throw failure;
}

/** A gateway that restarts is away for a few seconds; loading the page meanwhile would end at the browser's own error. */
async function serverAnswers(): Promise<boolean> {
  const until = Date.now() + waitForServerMs;
  while (!(await connectionStore.check())) {
    if (!navigator.onLine || Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
  return true;
}

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(reloadedKey));
    if (Date.now() - last < reloadAgainMs) return false;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    return true;
  } catch {
    // Without a memory of the first time there could be no end to it.
    return false;
  }
}

const loadFailure = /dynamically imported module|Importing a module script|preload CSS|Failed to load module/i;

/** Whether rendering failed because a part of the app did not come, not because of a mistake in it. */
export const isLoadFailure = (error: unknown): boolean => error instanceof Error && loadFailure.test(error.message);
