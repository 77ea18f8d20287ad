/** Replaces a schema in the build. Checks only that a value has the `required` fields. */
export function fields(required: readonly string[]) {
  return {
    safeParse(value: unknown) {
      const missing = required.filter((name) => typeof value !== 'object' || value === null || !(name in value));
      return missing.length === 0
        ? { success: true, data: value }
        : { success: false, error: new Error(`missing: ${missing.join(', ')}`) };
    },
  };
}
