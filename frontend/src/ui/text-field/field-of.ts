import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';

/** Props that connect a field to the form: its registration and its problem. */
export const fieldOf = <Fields extends FieldValues, Name extends FieldPath<Fields>>(
  form: UseFormReturn<Fields>,
  name: Name,
  rules?: RegisterOptions<Fields, Name>,
) => ({
  error: (get(form.formState.errors, name) as FieldError | undefined)?.message,
  ...form.register(name, rules),
});
