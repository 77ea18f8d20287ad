import type { Catalogue } from '@candid/contracts';
import { Check } from 'lucide-react';
import { commentsTexts } from '../../../../lib/texts/comments';
import { Sheet } from '../../../../ui/sheet/sheet';
import { optionsClass } from './dialogs-classes';

interface CommentViewDialogProps {
  open: boolean;
  catalogue: Catalogue | undefined;
  sectionId: number | undefined;
  onChoose: (sectionId: number | undefined) => void;
  onClose: () => void;
}

/** Chooses the section whose comments are shown under the photos of the bank. */
export function CommentViewDialog({ open, catalogue, sectionId, onChoose, onClose }: CommentViewDialogProps) {
  const options = [{ id: undefined, section: commentsTexts.all }, ...(catalogue ?? [])];
  return (
    <Sheet open={open} onClose={onClose} title={commentsTexts.switchView} description={commentsTexts.switchViewLead}>
      <ul className={optionsClass}>
        {options.map((option) => (
          <li key={option.section}>
            <button
              type="button"
              className="flex min-h-13 w-full items-center justify-between border-0 bg-transparent p-0 text-left aria-pressed:font-bold aria-pressed:text-accent-ink"
              aria-pressed={option.id === sectionId}
              onClick={() => {
                onChoose(option.id);
                onClose();
              }}
            >
              {option.section}
              {option.id === sectionId && <Check aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
