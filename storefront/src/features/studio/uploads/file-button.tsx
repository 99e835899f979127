import { Button, type ButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  /** Names the hidden field, and says more than the button does. */
  label: string;
  accept: string;
  multiple?: boolean;
  onPick: (files: File[]) => void;
  children: string;
}

/** Opens the list of files of the device. */
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
          // So that the same file can be chosen again after it was mended.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
