import type { Photo as PhotoRecord } from '@candid/contracts';
import { Check } from 'lucide-react';
import { compareTexts } from '../../../lib/texts/results';
import { Photo } from '../../../shared/photos/photo';
import { shownAverage } from '../../../shared/scores/adjusted-score';
import { PhotoChip } from '../../../shared/scores/score-chip';

interface PhotoChoiceProps {
  photos: readonly PhotoRecord[];
  chosen: readonly string[];
  onToggle: (photoId: string) => void;
}

export function PhotoChoice({ photos, chosen, onToggle }: PhotoChoiceProps) {
  return (
    <fieldset className="wide:sticky wide:top-21">
      <legend className="mb-2 p-0 text-14 font-bold [&>span]:font-regular [&>span]:text-ink-soft">
        {compareTexts.choose} <span>{compareTexts.chooseLead}</span>
      </legend>
      <div className="-mx-4 flex scrollbar-none gap-3 overflow-x-auto overflow-y-hidden overscroll-x-contain px-4 py-1.5 wide:-mx-[3px] wide:grid wide:max-h-[calc(100dvh-132px)] wide:scrollbar-thin wide:grid-cols-3 wide:overflow-x-hidden wide:overflow-y-auto wide:px-[3px]">
        {photos.map((photo, index) => {
          const picked = chosen.includes(photo._id);
          return (
            <label
              key={photo._id}
              className="relative w-[4.5rem] flex-none cursor-pointer touch-manipulation wide:w-auto"
            >
              <input
                type="checkbox"
                className="absolute inset-0 z-1 m-0 size-full cursor-[inherit] opacity-0"
                checked={picked}
                disabled={!picked && chosen.length >= chosenMax}
                aria-label={compareTexts.photo(index + 1, shownAverage(photo) ?? 0)}
                onChange={() => onToggle(photo._id)}
              />
              <span
                className="relative block rounded-12 [input:checked+&]:outline-3 [input:checked:not(:focus-visible)+&]:outline-accent [input:disabled+&]:cursor-not-allowed [input:disabled+&]:opacity-45 [input:focus-visible+&]:outline-3 [input:focus-visible+&]:outline-offset-2 [input:focus-visible+&]:outline-accent-ink"
                aria-hidden="true"
              >
                <Photo source={photo} alt="" sizes="96px" corners="small" />
                <PhotoChip photo={photo} />
                <span className="absolute top-1 left-1 grid size-5.5 place-items-center rounded-full bg-accent text-on-accent opacity-0 transition-opacity [&_svg]:size-3.5 [&_svg]:stroke-3 [input:checked+span>&]:opacity-100">
                  <Check />
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

export const chosenMax = 30;

export function readChosen(parameter: string | null): string[] {
  return [...new Set((parameter ?? '').split(',').filter((id) => id !== ''))].slice(0, chosenMax);
}

export function toggleChosen(chosen: readonly string[], photoId: string): string[] {
  if (chosen.includes(photoId)) return chosen.filter((id) => id !== photoId);
  return chosen.length < chosenMax ? [...chosen, photoId] : [...chosen];
}
