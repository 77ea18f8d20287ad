import { PRODUCT } from '@candid/contracts';
import { uploadTexts } from '../../lib/texts/upload';
import { isTakenPicture } from '../../shared/photos/picture-bytes';

const isSmall = ({ size }: File) => size <= PRODUCT.uploadBytesMax;

interface Limits {
  readonly filesMax: number;
  /** Number of photos that still fit in the selection. */
  readonly room: number;
  readonly photoLimit: number;
}

interface AcceptedFiles {
  readonly files: File[];
  readonly problem: string | null;
}

export async function acceptFiles(chosen: readonly File[], filesMax: number): Promise<AcceptedFiles> {
  if (chosen.length > filesMax) return { files: [], problem: uploadTexts.tooMany };
  const isTaken = await Promise.all(chosen.map(isTakenPicture));
  const other = chosen.find((_, index) => !isTaken[index]);
  return {
    files: chosen.filter((_, index) => isTaken[index]),
    problem: other ? uploadTexts.notTaken(other.name) : null,
  };
}

export async function chooseFiles(chosen: readonly File[], limits: Limits): Promise<AcceptedFiles> {
  const large = chosen.find((file) => !isSmall(file));
  const { files, problem } = await acceptFiles(chosen.filter(isSmall), limits.filesMax);
  const tooLarge = large ? uploadTexts.tooLarge(large.name) : null;
  const fitting = files.slice(0, Math.max(0, limits.room));
  const leftOut = files.length - fitting.length;
  return {
    files: fitting,
    problem: leftOut > 0 ? uploadTexts.leftOut(limits.photoLimit, leftOut) : (problem ?? tooLarge),
  };
}
