import type { ComponentPropsWithRef, ElementType } from 'react';
import styles from './button.module.css';

interface Look {
  /** Filled for the one action that matters on a screen. */
  variant?: 'filled' | 'outline' | 'subtle';
  size?: 'md' | 'lg';
  fullWidth?: boolean;
  /** Something is under way: cannot be pressed again until it has ended. */
  loading?: boolean;
}

type ButtonProps<As extends ElementType> = Look & { component?: As } & Omit<
    ComponentPropsWithRef<As>,
    keyof Look | 'component'
  >;

/** A button, or with `component` a link that looks like one. It weighs nothing, so the first screens can have it. */
export function Button<As extends ElementType = 'button'>(props: ButtonProps<As>) {
  const {
    component,
    variant = 'filled',
    size = 'md',
    fullWidth,
    loading,
    className,
    ...rest
  } = props as Look & {
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
