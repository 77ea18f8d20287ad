import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { catalogueOf, texts } from './texts.ts';

const ground = '#fbf8f5';
const image = 'public/icon.svg';

/** The icon is inlined, because a request for it would be larger than the icon. */
const icons: Plugin = {
  name: 'icons',
  transformIndexHtml: () => [
    {
      tag: 'link',
      attrs: {
        rel: 'icon',
        type: 'image/svg+xml',
        sizes: 'any',
        href: `data:image/svg+xml,${encodeURIComponent(readFileSync(new URL(`../${image}`, import.meta.url), 'utf8'))}`,
      },
    },
    { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/apple-touch-icon-180x180.png' } },
  ],
};

/** Builds the service worker's part for notifications as a file of its own, named after its content. */
async function pushWorker(language: string): Promise<Plugin & { file: string }> {
  const entry = fileURLToPath(new URL('../src/app/install/push-worker.entry.ts', import.meta.url));
  const lib = { entry, formats: ['iife' as const], name: 'push' };
  const built = await build({
    ...{ configFile: false, logLevel: 'error', plugins: [texts(language)] },
    build: { lib, write: false, target: 'es2023' },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  const source = output[0].code;
  const fileName = `assets/push-worker-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
  return {
    name: 'push-worker',
    apply: 'build',
    file: `/${fileName}`,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** The service worker caches only the app's own files. No rule covers other requests, such as answers and photos. */
export const install = async (language: string): Promise<Plugin[]> => {
  const push = await pushWorker(language);
  return [icons, push, ...progressiveApp(language, push.file)];
};

const progressiveApp = (language: string, pushFile: string): Plugin[] => {
  const { common } = catalogueOf(language, 'common') as { common: { appName: string } };
  const manifest = catalogueOf(language, 'manifest') as typeof import('../texts/en/manifest.json');
  const { tag } = catalogueOf(language, 'language') as { tag: string };
  return VitePWA({
    registerType: 'prompt',
    injectRegister: false,
    // The language of the manifest depends on a cookie, which browsers otherwise leave out of this request.
    useCredentials: true,
    manifest: {
      id: '/',
      name: common.appName,
      short_name: common.appName,
      description: manifest.description,
      lang: tag,
      dir: 'ltr',
      start_url: '/profile',
      scope: '/',
      display: 'standalone',
      theme_color: ground,
      background_color: ground,
      categories: ['photo', 'lifestyle'],
      share_target: {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { files: [{ name: 'photos', accept: ['image/*'] }] },
      },
      shortcuts: [
        { name: manifest.shortcutPhotos, description: manifest.shortcutPhotosText, url: '/profile' },
        { name: manifest.shortcutAssess, description: manifest.shortcutAssessText, url: '/feed' },
        { name: manifest.shortcutTokens, description: manifest.shortcutTokensText, url: '/pay' },
      ],
    },
    pwaAssets: {
      image,
      injectThemeColor: false,
      includeHtmlHeadLinks: false,
      preset: {
        transparent: { sizes: [192, 512], padding: 0.04 },
        maskable: { sizes: [512], padding: 0.36, resizeOptions: { fit: 'contain', background: ground } },
        apple: { sizes: [180], padding: 0.28, resizeOptions: { fit: 'contain', background: ground } },
      },
    },
    workbox: {
      globPatterns: ['index.html', 'icon.svg', 'assets/*.{js,css,woff2,svg,png,webp}'],
      globIgnores: ['assets/push-worker-*'],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [/^\/api(\/|$)/, /\.\w+$/],
      // The first worker controls the open page at once, so the page works offline. A later one waits for acceptance.
      clientsClaim: true,
      skipWaiting: false,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
      importScripts: [pushFile, 'share-target.js'],
    },
  });
};
