import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { useSlot } from '../hooks/use-slot';

interface SlotNoticeProps {
  /** When the place was reserved, in Unix milliseconds. */
  openedAt: number;
  renewing: boolean;
  /** Renewing it got no answer. */
  failed: boolean;
  onRenew: () => void;
}

/** Says in good time that the reserved place runs out, and that nothing entered is lost by it. */
export function SlotNotice({ openedAt, renewing, failed, onRenew }: SlotNoticeProps) {
  const slot = useSlot(openedAt);
  if (slot.state === 'held') return null;
  return (
    <Notice
      tone="accent"
      action={
        <Button size="s" busy={renewing} onClick={onRenew}>
          {slot.state === 'over' ? assessTexts.slotAgain : assessTexts.slotKeep}
        </Button>
      }
    >
      {slot.state === 'over' ? assessTexts.slotOver : assessTexts.slotEnding(slot.minutes)}
      {failed && ` ${assessTexts.slotFailed}`}
    </Notice>
  );
}
