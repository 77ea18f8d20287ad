import { newStore } from '../store/store';

interface InstallPrompt extends Event {
  /** Shows the browser's question. It works once. */
  prompt: () => Promise<unknown>;
}

/** The browser's offer to install the app; null if there is none or it has been used. */
export const installPrompt = newStore<InstallPrompt | null>(null);

/** The browser makes its offer only once, maybe before the screen that shows it has loaded. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => installPrompt.set(null));
}
