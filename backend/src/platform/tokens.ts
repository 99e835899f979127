/** Injection token of the validated configuration. */
export const CONFIG = Symbol('CONFIG');
