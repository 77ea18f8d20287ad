export const headClass = 'flex flex-wrap items-center gap-x-2 gap-y-0.5';
export const wordsClass = 'm-0 max-w-[70ch] border-l-2 border-l-line-strong pl-3 wrap-anywhere whitespace-pre-line';
