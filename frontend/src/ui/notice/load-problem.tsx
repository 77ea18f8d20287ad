import { errorTexts } from '../../lib/texts/common';
import { Button } from '../button/button';
import { Notice } from './notice';

export function LoadProblem({ text, busy, onRetry }: { text: string; busy?: boolean; onRetry: () => void }) {
  const retry = (
    <Button size="s" busy={busy} onClick={onRetry}>
      {errorTexts.retry}
    </Button>
  );
  return (
    <Notice tone="danger" action={retry}>
      {text}
    </Notice>
  );
}
