import type { Catalogue } from '@candid/contracts';
import { Check } from 'lucide-react';
import { choiceTexts } from '../../../../lib/texts/choices';
import { commentsTexts } from '../../../../lib/texts/comments';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Sheet } from '../../../../ui/sheet/sheet';
import { LocationChoice, LookingForChoice, ScoreChoices } from './preference-choices';

export const optionsClass = 'grid [&_li+li]:border-t [&_li+li]:border-t-line';

export function LocationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={dashboardTexts.settings} description={choiceTexts.locationLead}>
      <div className="grid gap-5">
        <LocationChoice />
        <ScoreChoices />
      </div>
    </Sheet>
  );
}

export function LookingForDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={choiceTexts.lookingForTitle} description={choiceTexts.lookingForLead}>
      <div className="grid gap-5">
        <LookingForChoice />
      </div>
    </Sheet>
  );
}

interface CommentViewDialogProps {
  open: boolean;
  catalogue: Catalogue | undefined;
  sectionId: number | undefined;
  onChoose: (sectionId: number | undefined) => void;
  onClose: () => void;
}

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
