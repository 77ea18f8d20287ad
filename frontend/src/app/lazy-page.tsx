import { type ComponentType, lazy, useState } from 'react';
import { connectionStore } from '../lib/connection/connection-store';
import { tryStorage } from '../lib/storage/storage';

const reloadedKey = 'candid-reloaded-at';
const reloadAgainMs = 60_000;
const waitForServerMs = 8_000;
const askEveryMs = 1_000;

/** A page, or the frame around it, that has its own chunk. */
export interface LazyPage {
  /** Fetches the page ahead. With a `userId` it also fetches the data of the page's first picture. */
  load: (userId?: string) => Promise<void>;
  loaded: () => ComponentType | undefined;
  /** Fetches the page while React renders it. */
  Awaited: ComponentType;
}

type PageModule<Name extends string> = Readonly<Record<Name, ComponentType>> & {
  prefetch?: (userId: string) => Promise<unknown>;
};

export type PageLoader<Name extends string> = () => Promise<PageModule<NoInfer<Name>>>;

/** If the chunk does not load, reloads the page once, as soon as the server answers. */
export function lazyPage<Name extends string = 'default'>(load: PageLoader<Name>, name = 'default' as Name): LazyPage {
  let loaded: ComponentType | undefined;
  const loadOnce = async () => {
    const module = await load();
    const page: ComponentType = module[name];
    loaded = page;
    return { default: page, prefetch: module.prefetch };
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

/** Renders a page that is already loaded at once. React shows a suspended page 300 ms after the fallback at the earliest. */
export function Page({ of }: { of: LazyPage }) {
  const [shown, setShown] = useState(() => ({ of, Shown: of.loaded() ?? of.Awaited }));
  // The pages of one frame share this place in the tree, so React keeps this component for the next page.
  if (shown.of !== of) setShown({ of, Shown: of.loaded() ?? of.Awaited });
  return <shown.Shown />;
}

/** Only a reload helps, because a newer release has other file names. The page is not shown yet: no work is lost. */
async function recover(failure: unknown): Promise<never> {
  if ((await serverAnswers()) && mayReload()) {
    location.reload();
    return new Promise<never>(() => undefined);
  }
  throw failure;
}

/** A gateway is away for a few seconds during a restart. A reload meanwhile would show the browser's own error page. */
async function serverAnswers(): Promise<boolean> {
  const until = Date.now() + waitForServerMs;
  while (!(await connectionStore.check())) {
    if (!navigator.onLine || Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
  return true;
}

/** False without storage: nothing would remember the first reload, and reloading could repeat forever. */
const mayReload = () =>
  tryStorage(() => {
    const last = Number(sessionStorage.getItem(reloadedKey));
    if (Date.now() - last < reloadAgainMs) return false;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    return true;
  }) ?? false;

const loadFailure = /dynamically imported module|Importing a module script|preload CSS|Failed to load module/i;

export const isLoadFailure = (error: unknown): boolean => error instanceof Error && loadFailure.test(error.message);
