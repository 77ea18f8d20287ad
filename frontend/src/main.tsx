import './ui/pages.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { preloadPage } from './app/router';
import { colourScheme } from './lib/colour-scheme/colour-scheme';
import { quiet } from './lib/idle/quiet';
import { language } from './lib/language/language';
import { toleratePageTranslation } from './lib/language/page-translation';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

document.documentElement.lang = language;
colourScheme.restore();
toleratePageTranslation();

const app = createRoot(root);
preloadPage(location.pathname).then(() => {
  // A transition renders in slices, so that a slow phone can respond to touches in between.
  startTransition(() =>
    app.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  quiet().then(startTheRest);
});

function startTheRest(): void {
  import('./lib/analytics/send').then(({ startSending }) => startSending()).catch(() => undefined);
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  import('./app/install/register').then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => undefined);
}
