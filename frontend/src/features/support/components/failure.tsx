import { messageOf } from '../../../lib/api/errors';
import { errorTexts } from '../../../lib/texts/errors';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';

interface FailureProps {
  error: unknown;
  /** What did not come, where the server does not say why. */
  text: string;
  retry: () => void;
}

export function Failure({ error, text, retry }: FailureProps) {
  return (
    <Notice
      tone="danger"
      action={
        <Button size="s" onClick={retry}>
          {errorTexts.retry}
        </Button>
      }
    >
      {messageOf(error, text)}
    </Notice>
  );
}
