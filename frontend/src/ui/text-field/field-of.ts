import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';

/** Props that connect a top-level field of the form: its registration and its problem. */
export const fieldOf = <Fields extends FieldValues, Name extends FieldPath<Fields> & keyof Fields>(
  form: UseFormReturn<Fields>,
  name: Name,
  rules?: RegisterOptions<Fields, Name>,
) => ({
  error: form.formState.errors[name]?.message as string | undefined,
  ...form.register(name, rules),
});
