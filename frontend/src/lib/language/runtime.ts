import { whole } from './language';

type Forms = Readonly<Record<string, string>> & { readonly other: string };
type Category = (value: number) => string;

/** Compiled messages call these, as in `@messageformat/runtime`; numbers avoid `Intl` where they can, see `whole`. */
export const number = (_language: string, value: number, offset: number): string => whole(value - offset);
export const strictNumber = number;
export const plural = (value: number, offset: number, category: Category, forms: Forms): string =>
  forms[value] ?? forms[category(value - offset)] ?? forms.other;
export const select = (value: string, forms: Forms): string => forms[value] ?? forms.other;
