export const idClass =
  'font-mono text-[length:max(0.92em,var(--text-13))] wrap-anywhere [a&]:-my-0.5 [a&]:inline-flex [a&]:min-h-target-dense [a&]:items-center';
