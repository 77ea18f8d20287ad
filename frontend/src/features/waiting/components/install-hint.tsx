import { Smartphone } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { installPrompt } from '../../../lib/install/install-prompt';
import { useUserId } from '../../../lib/session/use-session';
import { remembered } from '../../../lib/storage/remembered';
import { meanwhileTexts } from '../../../lib/texts/meanwhile';
import { Button } from '../../../ui/button/button';
import { focusMain } from '../../../ui/dom/dom';
import { MeanwhileRow } from './meanwhile-row';

const { title, text, byHand, act, hide } = meanwhileTexts.install;

const installHidden = remembered<true>('installHidden');

/** Only iOS has this property. It is false in a browser and true in an installed app. */
const isIosBrowser = () => (navigator as { standalone?: boolean }).standalone === false;

/** Offers to install the app, by the browser's own question or in words where the browser has none. */
export function InstallHint() {
  const userId = useUserId();
  const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.current);
  const [hidden, setHidden] = useState(() => installHidden.of(userId) !== null);
  if (hidden || (!prompt && !isIosBrowser())) return null;
  const install = () => {
    focusMain();
    installPrompt.set(null);
    prompt?.prompt().catch(() => undefined);
  };
  const putAway = () => {
    focusMain();
    setHidden(true);
    installHidden.set(userId, true);
  };
  return (
    <MeanwhileRow icon={<Smartphone />} title={title} text={prompt ? text : byHand}>
      {prompt && (
        <Button size="s" onClick={install}>
          {act}
        </Button>
      )}
      <Button size="s" variant="quiet" onClick={putAway}>
        {hide}
      </Button>
    </MeanwhileRow>
  );
}
