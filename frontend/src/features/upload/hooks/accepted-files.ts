import { uploadTexts } from '../../../lib/texts/upload';

export interface AcceptedFiles {
  readonly files: File[];
  readonly problem: string | null;
}

/** Phones report HEIC pictures without a type; their names tell. */
const looksLikeImage = (file: Pick<File, 'name' | 'type'>) =>
  file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name);

/** The images among the chosen files, `filesMax` at most; the first thing that was wrong is named. */
export function acceptFiles(chosen: readonly File[], filesMax: number): AcceptedFiles {
  if (chosen.length > filesMax) return { files: [], problem: uploadTexts.tooMany };
  const other = chosen.find((file) => !looksLikeImage(file));
  return { files: chosen.filter(looksLikeImage), problem: other ? uploadTexts.notAnImage(other.name) : null };
}

/** The cropped picture is named after the one it came from. */
export function croppedName(name: string): string {
  return `cropped-${name}.png`;
}
