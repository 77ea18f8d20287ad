import type { FieldValues, Resolver } from 'react-hook-form';

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text);

/** Makes a resolver from one function that returns the problems of all fields as texts for the person. */
export function rulesResolver<Fields extends FieldValues>(
  problemsOf: (fields: Fields) => Partial<Record<keyof Fields, string>>,
): Resolver<Fields> {
  return (values) => {
    const problems = Object.entries(problemsOf(values)) as [string, string][];
    if (problems.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }]));
    return { values: {}, errors: errors as never };
  };
}
