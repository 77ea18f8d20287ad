import { useEffect, useRef, useState } from 'react';

export interface Preview {
  readonly name: string;
  /** Shows the file in this page; nobody else can open it. */
  readonly address: string;
}

/** Object URLs of the chosen files; their memory is freed with the page. */
export function usePreviews() {
  const [previews, setPreviews] = useState<readonly Preview[]>([]);
  const held = useRef(previews);
  held.current = previews;

  useEffect(
    () => () => {
      for (const { address } of held.current) URL.revokeObjectURL(address);
    },
    [],
  );

  return {
    previews,
    add: (files: readonly File[]) =>
      setPreviews([...previews, ...files.map((file) => ({ name: file.name, address: URL.createObjectURL(file) }))]),
    remove: (preview: Preview) => {
      URL.revokeObjectURL(preview.address);
      setPreviews(previews.filter((other) => other !== preview));
    },
  };
}
