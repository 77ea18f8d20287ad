import { uploadTexts } from '../../lib/texts/upload';
import { isTakenPicture } from '../../shared/photos/picture-bytes';

interface Limits {
  /** Maximum number of files in one upload. */
  readonly filesMax: number;
  /** Number of photos that still fit in the selection. */
  readonly room: number;
  /** Maximum number of selected photos. */
  readonly photoLimit: number;
}

interface AcceptedFiles {
  readonly files: File[];
  readonly problem: string | null;
}

/** Returns the pictures among the chosen files, `filesMax` at most, and names the first problem. */
export async function acceptFiles(chosen: readonly File[], filesMax: number): Promise<AcceptedFiles> {
  if (chosen.length > filesMax) return { files: [], problem: uploadTexts.tooMany };
  const isTaken = await Promise.all(chosen.map(isTakenPicture));
  const other = chosen.find((_, index) => !isTaken[index]);
  return {
    files: chosen.filter((_, index) => isTaken[index]),
    problem: other ? uploadTexts.notTaken(other.name) : null,
  };
}

/** Like `acceptFiles`, but takes only as many as still fit in the selection, and says how many it leaves out. */
export async function chooseFiles(chosen: readonly File[], limits: Limits): Promise<AcceptedFiles> {
  const { files, problem } = await acceptFiles(chosen, limits.filesMax);
  const fitting = files.slice(0, Math.max(0, limits.room));
  const leftOut = files.length - fitting.length;
  return { files: fitting, problem: leftOut > 0 ? uploadTexts.leftOut(limits.photoLimit, leftOut) : problem };
}
