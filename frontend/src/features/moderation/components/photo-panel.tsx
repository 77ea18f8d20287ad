import { Contrast, EyeOff, ImageOff, Lock } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { decimal } from '../../../lib/language/decimal';
import { dayOf } from '../../../lib/language/language';
import { moderationTexts } from '../../../lib/texts/moderation';
import { type Keys, useKeys } from '../../../shared/console/keys';
import { remembered } from '../../../shared/console/remembered';
import { Copyable, Moment, shortName } from '../../../shared/console/values';
import { Photo } from '../../../shared/photos/photo';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { FactList } from '../../../ui/fact-list/fact-list';
import type { CasePhoto, ShownCase } from '../case';
import { Key, PersonId } from './marks';

/** Shows photos in grey, which is less straining for moderators. */
export const greyscale = remembered('moderation-greyscale', () => sessionStorage, false);

/** Visibility of the photo: blurred at first, and again when the page is hidden. */
export function useSight() {
  // Null until the moderator has looked.
  const [isShown, setIsShown] = useState<boolean | null>(null);
  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && setIsShown((shown) => shown && false);
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, []);
  return { isShown: isShown === true, hasLooked: isShown !== null, toggle: () => setIsShown((shown) => !shown) };
}

export type Sight = ReturnType<typeof useSight>;

export const sightKeys = ({ toggle }: Sight): Keys => ({ b: toggle, g: () => greyscale.set(!greyscale.read()) });

const briefMax = 3;

interface PhotoPanelProps {
  shown: Pick<ShownCase, 'photos' | 'photoId' | 'screening' | 'subjectId'>;
  sight: Sight;
  onLost: () => void;
  /** Shows the first pictures, without their facts. */
  isBrief?: boolean;
}

export const hasPicture = ({ photos }: Pick<ShownCase, 'photos'>): boolean =>
  photos.some(({ renditions }) => renditions.length > 0);

/** Content of a sheet, beside the photos to which it relates. */
export function BesidePhoto({ children, ...panel }: Omit<PhotoPanelProps, 'isBrief'> & { children: ReactNode }) {
  useKeys(sightKeys(panel.sight), { inDialog: true });
  if (!hasPicture(panel.shown)) return children;
  return (
    <div className="grid grid-cols-1 gap-5 wide:grid-cols-[220px_minmax(0,1fr)] wide:gap-6">
      <div className="wide:sticky wide:top-1 wide:self-start">
        <PhotoPanel {...panel} isBrief />
      </div>
      {children}
    </div>
  );
}

export function PhotoPanel({ shown, sight, onLost, isBrief = false }: PhotoPanelProps) {
  const { photos, photoId, screening, subjectId } = shown;
  const steady = useSteady(photos);
  const own = steady.find((photo) => photo.photoId === photoId);
  const compared = steady.filter((photo) => photo.photoId !== photoId);
  if (!own && compared.length === 0)
    return (
      <p className="rounded-12 border border-dashed border-line p-4 text-14 text-ink-soft">{moderationTexts.noPhoto}</p>
    );
  return (
    <section aria-label={moderationTexts.photo} className="grid gap-3">
      {hasPicture(shown) && <Switches sight={sight} />}
      <ul
        className={classNames(
          'grid gap-3',
          isBrief && 'grid-cols-3 wide:grid-cols-1',
          !isBrief && compared.length === 0 && 'grid-cols-1',
          !isBrief &&
            compared.length > 0 &&
            'photo-panel-side-by-side grid-cols-[repeat(auto-fill,minmax(min(46%,240px),1fr))]',
        )}
      >
        {[...(own ? [own] : []), ...compared].slice(0, isBrief ? briefMax : undefined).map((photo) => (
          <li key={photo.photoId} className="grid min-w-0 content-start gap-1 text-14 wrap-anywhere">
            <Picture photo={photo} isOwn={photo === own} isCompared={photoId !== null} sight={sight} onLost={onLost} />
            <Likeness screening={screening} photoId={photo.photoId} />
            {!isBrief && <PhotoFacts photo={photo} isOthers={photo.userId !== subjectId} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Keeps a photo's links until its state or renditions change. Each answer has new links to the same pictures. */
function useSteady(photos: readonly CasePhoto[]): readonly CasePhoto[] {
  const kept = useRef(new Map<string, CasePhoto>());
  return photos.map((photo) => {
    const before = kept.current.get(photo.photoId);
    const isSame = before?.state === photo.state && before.renditions.length === photo.renditions.length;
    const steady = isSame ? { ...photo, renditions: before.renditions } : photo;
    kept.current.set(photo.photoId, steady);
    return steady;
  });
}

interface PictureProps {
  photo: CasePhoto;
  isOwn: boolean;
  /** True if screening compares this photo with the case's photo; false for photos of an account. */
  isCompared: boolean;
  sight: Sight;
  onLost: () => void;
}

function Picture({ photo: { state, renditions }, isOwn, isCompared, sight, onLost }: PictureProps) {
  const { isShown, toggle } = sight;
  const isGrey = greyscale.use();
  const widest = renditions.at(-1);
  if (!widest) {
    const Icon = state === 'legal-hold' ? Lock : ImageOff;
    return (
      <div className="grid min-h-50 place-content-center justify-items-center gap-3 rounded-12 border border-dashed border-line-strong p-5 text-center text-14 text-ink-soft [&_svg]:size-7">
        <Icon aria-hidden="true" />
        <p>{moderationTexts.photoStates[state]}</p>
      </div>
    );
  }
  const others = isCompared ? moderationTexts.comparedAlt : moderationTexts.accountAlt;
  const alt = isOwn ? moderationTexts.photoAlt : others;
  return (
    <div
      className={classNames(
        'relative overflow-hidden rounded-12 bg-tone',
        !isShown && '[&_img]:scale-[1.2] [&_img]:blur-[36px]',
        isGrey && '[&_img]:grayscale',
      )}
    >
      <Photo
        source={{ path: widest.path, renditions }}
        alt={isShown ? alt : moderationTexts.blurredAlt(alt)}
        sizes={isOwn ? '(min-width: 900px) 380px, 100vw' : '200px'}
        eager={isOwn}
        corners="edge"
        onLost={onLost}
      />
      {!isShown && (
        <button
          type="button"
          tabIndex={isOwn ? 0 : -1}
          className="absolute inset-0 flex w-full flex-col items-center justify-center gap-2 border-0 bg-scrim font-medium text-on-scrim focus-visible:-outline-offset-6 focus-visible:outline-on-scrim [&_svg]:size-7"
          onClick={toggle}
        >
          <EyeOff aria-hidden="true" />
          {moderationTexts.showPhoto}
          {isOwn && <Key name="B" />}
        </button>
      )}
    </div>
  );
}

function Switches({ sight: { isShown, toggle } }: { sight: Sight }) {
  const isGrey = greyscale.use();
  return (
    <div className="flex flex-wrap gap-2 [&_button[aria-pressed=true]]:bg-ink [&_button[aria-pressed=true]]:text-ground">
      <Button size="s" icon={<EyeOff />} aria-pressed={!isShown} aria-keyshortcuts="b" onClick={toggle}>
        {moderationTexts.blurred}
        <Key name="B" />
      </Button>
      <Button
        size="s"
        icon={<Contrast />}
        aria-pressed={isGrey}
        aria-keyshortcuts="g"
        onClick={() => greyscale.set(!isGrey)}
      >
        {moderationTexts.greyscale}
        <Key name="G" />
      </Button>
    </div>
  );
}

function PhotoFacts({ photo, isOthers }: { photo: CasePhoto; isOthers: boolean }) {
  const { photoId, userId, state, uploadedAt, deletedAt } = photo;
  const isAway = state === 'legal-hold' || state === 'gone';
  const stored = isAway ? moderationTexts.photoShort[state] : moderationTexts.photoStates[state];
  const facts = {
    [moderationTexts.stored]: deletedAt ? `${stored} ${moderationTexts.deletedOn(dayOf(new Date(deletedAt)))}` : stored,
    [moderationTexts.uploaded]: uploadedAt && <Moment at={uploadedAt} />,
    [moderationTexts.photoId]: (
      <Copyable value={photoId} what={moderationTexts.photoWord}>
        <code>{shortName(photoId)}</code>
      </Copyable>
    ),
    [moderationTexts.account]: isOthers && <PersonId userId={userId} />,
  };
  return (
    <FactList
      facts={facts}
      className="grid gap-0.5 text-14 in-[.photo-panel-side-by-side]:text-13 [&_code]:font-mono [&_code]:text-[length:max(0.92em,var(--text-13))] [&_dt]:text-ink-soft [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-3 [&>div]:gap-y-0"
    />
  );
}

function Likeness({ screening, photoId }: { screening: ShownCase['screening']; photoId: string }) {
  const finding = screening.find((found) => 'photoId' in found && found.photoId === photoId);
  if (finding?.kind !== 'removedBefore' && finding?.kind !== 'otherAccount') return null;
  return <p className="font-medium">{moderationTexts.likeness[finding.kind](decimal(finding.likeness, 2))}</p>;
}
