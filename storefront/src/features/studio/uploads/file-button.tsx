import { Button, type ButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  /** The accessible name of the button and of the hidden field. */
  label: string;
  accept: string;
  multiple?: boolean;
  onPick: (files: File[]) => void;
  children: string;
}

/** Opens the file dialog of the browser. */
export function FileButton({ label, accept, multiple, onPick, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="outline" {...button} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])]);
          // Otherwise choosing the same file again would cause no change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
