export const barClass = 'mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 [&_legend]:sr-only';
