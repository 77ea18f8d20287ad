import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { preloadMemberPage } from './app/preload';
import { colourScheme } from './lib/colour-scheme/colour-scheme';
import { whenIdle } from './lib/idle/when-idle';
import { language } from './lib/language/language';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

document.documentElement.lang = language;
colourScheme.restore();
// Zod would otherwise try `new Function` to see whether it may; the content security policy refuses that and reports it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

preloadMemberPage(location.pathname);

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

whenIdle(() => {
  import('./lib/analytics/send').then(({ startSending }) => startSending()).catch(() => undefined);
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  import('./app/install/register').then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => undefined);
});
