/** Whether an assessor sees an uploaded photo only after it is screened. */
export const IS_SCREENED = Symbol('IsScreened');

/** Whether face detection is on. */
export const LOOKS_FOR_FACES = Symbol('LooksForFaces');
