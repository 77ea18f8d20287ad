export const smallClass = 'mb-2 text-14 font-medium text-ink-soft in-[.decide-sheet-grave]:text-danger';
export const actionsClass = 'flex flex-wrap items-center justify-end gap-3 max-wide:[&>button]:flex-1';
