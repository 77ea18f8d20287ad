import type { CurrentUser, Photo } from '@candid/contracts';
import { Archive, CircleCheck, CircleStop, Crop, LayoutGrid, Settings2, Trash2, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { isLow } from '../../../../shared/comments/advice';
import { classNames } from '../../../../ui/dom/dom';
import { Notice } from '../../../../ui/notice/notice';
import type { PhotoMoves } from '../../hooks/use-photo-moves';
import { isComplete, isUnassessed, isUnlocked, moderationRefusal, plannerIsOpen, refusalOf } from '../../move-rules';
import { usePoolGate } from '../../pool-gate';
import styles from './photo-view.module.css';

const reasonId = 'photo-actions-locked';

interface PhotoActionsProps {
  photo: Photo;
  user: CurrentUser | undefined;
  moves: PhotoMoves;
  onAssess: () => void;
  onCropAgain: () => void;
  onSettings: () => void;
}

/** The moves and actions that a photo allows in its current section. */
export function PhotoActions({ photo, user, moves, onAssess, onCropAgain, onSettings }: PhotoActionsProps) {
  const [tried, setTried] = useState(false);
  const testing = photo.section === 'testing';
  const complete = isComplete(photo);
  const unlocked = isUnlocked(user);
  const moderated = moderationRefusal(photo);
  const mayMove = plannerIsOpen(photo, user) && photo.moderation !== 'held';
  const gate = usePoolGate(user);
  const assessable = (unlocked || gate === 'open') && moderated === null;
  const locked = moderated ?? (unlocked ? null : lockReason(user));

  // The rule runs on each press, because a new rating may have made the photo ready.
  const refusal = refusalOf(photo, 'profile', user);
  const toProfile = () => {
    setTried(refusal !== null);
    if (!refusal) moves.putInProfile(photo);
  };

  return (
    <>
      {tried && refusal && <Notice tone="danger">{refusal}</Notice>}
      {locked && (
        <p id={reasonId} className={styles.reason}>
          {locked}
        </p>
      )}
      <div className={styles.actions}>
        {testing ? (
          <>
            <ActionButton
              icon={<Settings2 />}
              label={complete ? photoViewTexts.extend : photoViewTexts.assessmentSettings}
              reasonId={reasonId}
              disabled={!unlocked || moderated !== null}
              onClick={onSettings}
            />
            <ActionButton
              icon={complete ? <CircleCheck /> : <CircleStop />}
              label={complete ? dashboardTexts.done : photoViewTexts.end}
              disabled={moves.busy}
              onClick={() => (complete ? moves.finish(photo) : moves.ask({ kind: 'end', photo }))}
            />
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
            main={complete && mayMove && !isLow(photo)}
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

/** Before both first photos are rated, the owner waits for ratings; after that, the planner needs a photo. */
function lockReason(user: CurrentUser | undefined): string {
  return user?.hasFirstTested ? dashboardTexts.poolBlocked : photoViewTexts.lockedUntilFirst;
}

interface ActionButtonProps {
  icon: ReactNode;
  label: string;
  main?: boolean;
  disabled?: boolean;
  /** Id of the text that says why the button is disabled. */
  reasonId?: string;
  onClick: () => void;
}

function ActionButton({ icon, label, main = false, disabled, reasonId, onClick }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles.action, main && styles.main)}
      disabled={disabled}
      aria-describedby={disabled ? reasonId : undefined}
      onClick={onClick}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      {label}
    </button>
  );
}
