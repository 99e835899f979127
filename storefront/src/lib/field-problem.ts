import type { TFunction } from 'i18next';

/**
 * The properties of a field with its error translated. The form stores the error as a key, so that the message
 * follows a change of language.
 */
export function translatedField<Props extends { error?: unknown }>(t: TFunction, props: Props) {
  return { ...props, error: typeof props.error === 'string' ? t(props.error) : undefined };
}
