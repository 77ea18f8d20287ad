export const OBJECT_STORAGE = Symbol('ObjectStorage');
