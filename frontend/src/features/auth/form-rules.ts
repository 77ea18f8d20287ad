import type { FieldValues, Resolver } from 'react-hook-form';

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}

/** Lets one function return all problems of a form's fields, in the product's words. */
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
