import type { ComponentPropsWithRef, ElementType } from 'react';
import styles from './button.module.css';

interface Appearance {
  /** `filled` is for the primary action of a screen. */
  variant?: 'filled' | 'outline' | 'subtle';
  size?: 'md' | 'lg';
  fullWidth?: boolean;
  /** Disables the button while its action runs. */
  loading?: boolean;
}

type ButtonProps<As extends ElementType> = Appearance & { component?: As } & Omit<
    ComponentPropsWithRef<As>,
    keyof Appearance | 'component'
  >;

/** A button, or with `component` a link that looks like a button. Does not use Mantine: the first screens do not load it. */
export function Button<As extends ElementType = 'button'>(props: ButtonProps<As>) {
  const {
    component,
    variant = 'filled',
    size = 'md',
    fullWidth,
    loading,
    className,
    ...rest
  } = props as Appearance & {
    component?: ElementType;
    className?: string;
  };
  const Element = component ?? 'button';
  return (
    <Element
      {...(Element === 'button' && { type: 'button' })}
      {...rest}
      {...(loading && { disabled: true, 'aria-busy': true })}
      className={[styles.button, className].filter(Boolean).join(' ')}
      data-button={variant}
      data-size={size}
      data-wide={fullWidth || undefined}
    />
  );
}
