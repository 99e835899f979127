import { Transform } from 'class-transformer';

/** Changes a text before it is checked; any other value stays for the checks to refuse. */
export const ChangeText = (change: (text: string) => unknown) =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? change(value) : value));

/** Removes leading and trailing spaces. */
export const Trimmed = () => ChangeText((text) => text.trim());
