export const backClass =
  '-mt-4 mr-0 mb-0 -ml-2.5 grid size-target place-items-center rounded-full text-ink hover:bg-tone';
export const titleClass = 'text-40 leading-[1.05] tracking-[-0.03em] wrap-anywhere';
export const summaryClass = 'max-w-[52ch] text-20 leading-[1.4] text-ink-soft';
export const sectionClass = 'grid max-w-[66ch] gap-3 border-t border-t-line py-5 [&_p]:text-ink-soft';
