import { Transform } from 'class-transformer';

/** Changes a text before it is validated. A value that is not a text stays unchanged, and validation refuses it. */
export const ChangeText = (change: (text: string) => unknown) =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? change(value) : value));

/** Removes leading and trailing spaces. */
export const Trimmed = () => ChangeText((text) => text.trim());
