import { type CSSProperties, useEffect, useState } from 'react';
import { type CroppedFile, placeInCrop } from './cropping';

export function CroppedPhoto({ cropped, alt }: { cropped: CroppedFile; alt: string }) {
  const { crop, size } = cropped;
  const path = usePath(cropped);
  const place = placeInCrop(crop, size);
  const percent = (share: number) => `${share * 100}%`;
  const style: CSSProperties = {
    left: percent(place.left),
    top: percent(place.top),
    width: percent(place.width),
    aspectRatio: `${size.width} / ${size.height}`,
    rotate: `${crop.turn + crop.tilt}deg`,
  };
  return (
    <span className="relative block aspect-4/5 w-full overflow-hidden rounded-12 bg-tone before:absolute before:-inset-[12%] before:blur-[14px] before:[background:var(--preview)_center/cover_no-repeat] has-[>.photo-loaded]:before:invisible has-[>.photo-loaded]:before:[transition:visibility_0s_var(--motion-base)]">
      {path && (
        <img
          className="absolute max-w-none -translate-1/2"
          style={style}
          src={path}
          alt={alt}
          decoding="async"
          draggable={false}
        />
      )}
    </span>
  );
}

function usePath({ file, preview }: CroppedFile): string | undefined {
  const [path, setPath] = useState(preview);
  useEffect(() => {
    if (preview !== undefined) return setPath(preview);
    const address = URL.createObjectURL(file);
    setPath(address);
    return () => URL.revokeObjectURL(address);
  }, [file, preview]);
  return path;
}
