import type { TFunction } from 'i18next';

/**
 * The properties of a field whose problem the form keeps as a key, so that it is told in the language that the screen has
 * now, not in the one that it was found in.
 */
export function spokenField<Props extends { error?: unknown }>(t: TFunction, props: Props) {
  return { ...props, error: typeof props.error === 'string' ? t(props.error) : undefined };
}
