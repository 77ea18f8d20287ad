import { useEffect, useState } from 'react';
import { authTexts } from '../../lib/texts/auth';

const againSeconds = 30;

/** After a mail is sent, its button waits before it sends again, unless the person has entered another address. */
export function useSendAgain(address: string, firstLabel: string) {
  const [sentTo, setSentTo] = useState<string>();
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  const isAgain = address === sentTo;
  const waits = isAgain && secondsLeft > 0;
  const againLabel = waits ? authTexts.sendAgainIn(secondsLeft) : authTexts.sendAgain;
  const onSent = () => {
    setSentTo(address);
    setSecondsLeft(againSeconds);
  };
  return { waits, isSent: sentTo !== undefined, label: isAgain ? againLabel : firstLabel, onSent };
}
