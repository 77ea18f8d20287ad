export const moreClass =
  '-mx-3 flex min-h-13 w-[calc(100%+2*12px)] items-center gap-3 border-0 border-t border-t-line bg-transparent px-3 py-0 text-left font-medium hover:bg-tone [&_svg]:size-5.5 [&_svg]:flex-none [&_svg]:text-ink-soft [.safety-choices>&]:first:border-t-0';
export const rowClass =
  'safety-row flex min-h-15 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 [&+&]:border-t [&+&]:border-t-line';
export const wordsClass = 'grid min-w-0 leading-[1.3] in-[.safety-row]:flex-[1_1_140px]';
