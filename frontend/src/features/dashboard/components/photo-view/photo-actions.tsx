import type { CurrentUser, Photo } from '@candid/contracts';
import { Archive, CircleStop, Crop, LayoutGrid, Settings2, Trash2, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { isLow } from '../../../../shared/comments/advice';
import { classNames } from '../../../../ui/dom/dom';
import { Notice } from '../../../../ui/notice/notice';
import type { PhotoMoves } from '../../hooks/use-photo-moves';
import { isComplete, isUnassessed, isUnlocked, moderationRefusal, plannerIsOpen, refusalOf } from '../../move-rules';
import { usePoolGate } from '../../pool-gate';

const reasonId = 'photo-actions-locked';

interface PhotoActionsProps {
  photo: Photo;
  user: CurrentUser | undefined;
  moves: PhotoMoves;
  onAssess: () => void;
  onCropAgain: () => void;
  /** Undefined while the settings are on the screen already. */
  onSettings: (() => void) | undefined;
}

export function PhotoActions({ photo, user, moves, onAssess, onCropAgain, onSettings }: PhotoActionsProps) {
  const [tried, setTried] = useState(false);
  const testing = photo.section === 'testing';
  const complete = isComplete(photo);
  const unlocked = isUnlocked(user);
  const moderated = moderationRefusal(photo);
  const mayMove = plannerIsOpen(photo, user) && photo.moderation !== 'held';
  const gate = usePoolGate(user);
  const assessable = (unlocked || gate === 'open') && moderated === null;
  // During the first assessment the text asks the owner to wait for ratings, afterwards to put a photo in the planner.
  const beforeFirst = user?.hasFirstTested ? dashboardTexts.poolBlocked : photoViewTexts.lockedUntilFirst;
  const locked = moderated ?? (unlocked ? null : beforeFirst);

  // Checks the rule on each render, because a new rating may have made the photo ready.
  const refusal = refusalOf(photo, 'profile', user);
  const toProfile = () => {
    setTried(refusal !== null);
    if (!refusal) moves.putInProfile(photo);
  };

  return (
    <>
      {tried && refusal && <Notice tone="danger">{refusal}</Notice>}
      {locked && (
        <p id={reasonId} className="text-center text-14 text-ink-soft wide:text-end">
          {locked}
        </p>
      )}
      <div className="-mx-3 grid auto-cols-fr grid-flow-col gap-1 max-[375px]:auto-cols-auto max-[375px]:justify-between max-[375px]:gap-0 wide:mx-0 wide:flex wide:justify-end wide:gap-2">
        {testing ? (
          <>
            {onSettings && (
              <ActionButton
                icon={<Settings2 />}
                label={complete ? photoViewTexts.extend : photoViewTexts.assessmentSettings}
                main={complete && unlocked && refusal !== null && moderated === null}
                reasonId={reasonId}
                disabled={!unlocked || moderated !== null}
                onClick={onSettings}
              />
            )}
            {!complete && (
              <ActionButton
                icon={<CircleStop />}
                label={photoViewTexts.end}
                disabled={moves.busy}
                onClick={() => moves.ask({ kind: 'end', photo })}
              />
            )}
          </>
        ) : (
          <ActionButton
            icon={<UsersRound />}
            label={photoViewTexts.assess}
            main
            reasonId={reasonId}
            disabled={!assessable}
            onClick={onAssess}
          />
        )}
        {isUnassessed(photo) && moderated === null && (
          <ActionButton icon={<Crop />} label={photoViewTexts.cropAgain} onClick={onCropAgain} />
        )}
        {photo.section !== 'profile' && (
          <ActionButton
            icon={<LayoutGrid />}
            label={photo.placeholder === 'profile' ? photoViewTexts.keepInProfile : photoViewTexts.moveToProfile}
            main={complete && refusal === null && !isLow(photo)}
            reasonId={mayMove ? undefined : reasonId}
            disabled={!mayMove || moves.busy}
            onClick={toProfile}
          />
        )}
        {photo.section !== 'bank' && (
          <ActionButton
            icon={<Archive />}
            label={testing && photo.placeholder !== 'profile' ? photoViewTexts.keepInBank : photoViewTexts.moveToBank}
            reasonId={reasonId}
            disabled={!unlocked || moves.busy}
            onClick={() => (complete && photo.placeholder !== 'profile' ? moves.finish(photo) : moves.putInBank(photo))}
          />
        )}
        <ActionButton
          icon={<Trash2 />}
          label={photoViewTexts.delete}
          disabled={moves.busy}
          onClick={() => moves.ask({ kind: 'delete', photo })}
        />
      </div>
    </>
  );
}

interface ActionButtonProps {
  icon: ReactNode;
  label: string;
  main?: boolean;
  disabled?: boolean;
  reasonId?: string;
  onClick: () => void;
}

function ActionButton({ icon, label, main = false, disabled, reasonId, onClick }: ActionButtonProps) {
  return (
    <button
      type="button"
      className="group/action grid touch-manipulation content-start justify-items-center gap-1.5 rounded-12 border-0 bg-transparent px-0.5 py-1 text-center text-13 leading-tight font-medium disabled:text-ink-faint wide:inline-flex wide:items-center wide:gap-2 wide:rounded-pill wide:py-0 wide:pr-4 wide:pl-1 wide:text-14 wide:hover:not-disabled:bg-tone"
      disabled={disabled}
      aria-describedby={disabled ? reasonId : undefined}
      onClick={onClick}
    >
      <span
        className={classNames(
          'grid size-12 place-items-center rounded-full transition-[background-color] group-disabled/action:opacity-60 [&_svg]:size-5.5',
          main
            ? 'bg-accent text-on-accent group-enabled/action:group-hover/action:bg-accent-press group-disabled/action:bg-tone group-disabled/action:text-ink-faint'
            : 'bg-tone group-enabled/action:group-hover/action:bg-tone-strong',
        )}
        aria-hidden="true"
      >
        {icon}
      </span>
      {label}
    </button>
  );
}
