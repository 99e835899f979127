import { TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from './password-field';

interface FormFieldProps<Values extends object> extends Omit<
  TextInputProps,
  'form' | 'vars' | 'styles' | 'classNames'
> {
  form: UseFormReturnType<Values>;
  name: keyof Values & string;
}

/**
 * A field of an uncontrolled form. A field of the type `password` has a button that shows the password. The form stores an
 * error as a message key, so that the message changes with the language.
 */
export function FormField<Values extends object>({ form, name, type, ...rest }: FormFieldProps<Values>) {
  const { t } = useTranslation();
  const { error: messageKey, ...field } = form.getInputProps(name);
  const message = () => (typeof messageKey === 'string' ? t(messageKey) : undefined);
  const props = { ...field, ...rest, error: 'error' in rest ? rest.error : message() };
  const key = form.key(name);
  return type === 'password' ? <PasswordField key={key} {...props} /> : <TextInput key={key} type={type} {...props} />;
}
