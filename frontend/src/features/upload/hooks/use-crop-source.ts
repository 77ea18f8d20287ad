import { useEffect, useState } from 'react';
import { decodeImage, turnImage } from '../crop-image';

/** The picture to crop from: null while it is decoded, `unreadable` where this browser cannot show it. */
export function useCropSource(file: File) {
  const [source, setSource] = useState<Blob>(file);
  const [image, setImage] = useState<HTMLImageElement | 'unreadable' | null>(null);
  const [turning, setTurning] = useState(false);

  useEffect(() => {
    const address = URL.createObjectURL(source);
    let current = true;
    decodeImage(address).then(
      (decoded) => current && setImage(decoded),
      () => current && setImage('unreadable'),
    );
    return () => {
      current = false;
      URL.revokeObjectURL(address);
    };
  }, [source]);

  const turn = async () => {
    if (image === null || image === 'unreadable') return;
    setTurning(true);
    // A picture that cannot be turned stays as it is.
    await turnImage(image).then(setSource, (error: unknown) => console.error(error));
    setTurning(false);
  };

  return { image, turn, turning, giveUp: () => setImage('unreadable') };
}
