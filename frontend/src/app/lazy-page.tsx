import { type ComponentType, createContext, lazy, useState } from 'react';
import { connectionStore } from '../lib/connection/connection-store';
import { tryStorage } from '../lib/storage/storage';

const reloadedKey = 'candid-reloaded-at';
const reloadAgainMs = 60_000;
const waitForServerMs = 8_000;
const askEveryMs = 1_000;

/** A page, or the frame around pages, that has its own chunk. */
export interface LazyPage {
  /** Fetches the page's chunk in advance and, with a `userId`, the data that the page renders first. */
  load: (userId?: string) => Promise<void>;
  loaded: () => ComponentType | undefined;
  /** A component that fetches the page's chunk when React renders it. */
  Awaited: ComponentType;
}

type PageModule<Name extends string> = Readonly<Record<Name, ComponentType>> & {
  prefetch?: (userId: string) => Promise<unknown>;
};

export type PageLoader<Name extends string> = () => Promise<PageModule<NoInfer<Name>>>;

/** Fetches the parts of the page at a path in advance. A page cannot import the router, which imports the pages. */
export const PreloadContext = createContext<(path: string) => Promise<void>>(async () => undefined);

/** If the chunk does not load, reloads the browser page once, as soon as the server answers. */
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

/** Renders a loaded page without a fallback, because React keeps a fallback on the screen for at least 300 ms. */
export function Page({ of }: { of: LazyPage }) {
  const [shown, setShown] = useState(() => ({ of, Shown: of.loaded() ?? of.Awaited }));
  // React reuses this component for the next page, because the pages of one frame share a place in the tree.
  if (shown.of !== of) setShown({ of, Shown: of.loaded() ?? of.Awaited });
  return <shown.Shown />;
}

/** Reloads, because a newer release has other file names. No work is lost, because the page is not shown yet. */
async function recover(failure: unknown): Promise<never> {
  if ((await serverAnswers()) && mayReload()) {
    location.reload();
    return new Promise<never>(() => undefined);
  }
  throw failure;
}

/** Waits a few seconds for a restarting gateway. A reload during its restart would show the browser's error page. */
async function serverAnswers(): Promise<boolean> {
  const until = Date.now() + waitForServerMs;
  while (!(await connectionStore.check())) {
    if (!navigator.onLine || Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
  return true;
}

/** Returns false if the browser denies storage: without a record of the first reload, the page could reload forever. */
const mayReload = () =>
  tryStorage(() => {
    const last = Number(sessionStorage.getItem(reloadedKey));
    if (Date.now() - last < reloadAgainMs) return false;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    return true;
  }) ?? false;

const loadFailure = /dynamically imported module|Importing a module script|preload CSS|Failed to load module/i;

export const isLoadFailure = (error: unknown): boolean => error instanceof Error && loadFailure.test(error.message);
