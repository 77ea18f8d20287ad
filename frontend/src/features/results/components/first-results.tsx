import type { Photo as PhotoRecord } from '@candid/contracts';
import { useState } from 'react';
import { useUserId } from '../../../lib/session/use-session';
import { firstResultsTexts } from '../../../lib/texts/first-results';
import { Button } from '../../../ui/button/button';
import { focusMain } from '../../../ui/dom/dom';
import { hasSeenFirstResults, storeFirstResultsSeen } from '../first-results';
import { FirstResultsSheet } from './first-results-sheet';

interface FirstResultsProps {
  photos: readonly PhotoRecord[];
  /** Opens the choice of a photo for the planner. */
  onChoose: () => void;
}

/** Offers the first results once, as a card: the owner opens its sheet or skips it. */
export default function FirstResults({ photos, onChoose }: FirstResultsProps) {
  const userId = useUserId();
  const [seen, setSeen] = useState(() => hasSeenFirstResults(userId));
  const [open, setOpen] = useState(false);
  const rated = photos.filter(({ fairScore }) => fairScore !== null);
  const finish = () => {
    setOpen(false);
    setSeen(true);
    storeFirstResultsSeen(userId);
  };
  if (rated.length === 0) return null;
  return (
    <>
      {!seen && (
        <section className="mb-3 grid gap-1 rounded-16 bg-accent-soft p-4" aria-label={firstResultsTexts.arrived}>
          <h2 className="text-20">{firstResultsTexts.arrived}</h2>
          <p>{firstResultsTexts.arrivedLead}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button onClick={() => setOpen(true)}>{firstResultsTexts.open}</Button>
            <Button
              variant="quiet"
              onClick={() => {
                focusMain();
                finish();
              }}
            >
              {firstResultsTexts.skip}
            </Button>
          </div>
        </section>
      )}
      <FirstResultsSheet
        open={open}
        photos={rated}
        onChoose={() => {
          finish();
          onChoose();
        }}
        onClose={finish}
      />
    </>
  );
}
