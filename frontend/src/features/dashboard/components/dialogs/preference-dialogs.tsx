import { choiceTexts } from '../../../../lib/texts/choices';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Sheet } from '../../../../ui/sheet/sheet';
import { LocationChoice, LookingForChoice, ScoreChoices } from './preference-choices';

/** General assessment settings: the location of assessors, and when an assessment has enough ratings. */
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
