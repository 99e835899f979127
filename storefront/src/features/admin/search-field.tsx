import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TextBox } from '../../ui/forms/text-box';

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (words: string) => void;
}

const pauseMs = 300;

/** Searches when the typing pauses; emptying acts at once. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  // A filter chosen during the pause applies together with the typed text.
  const search = useRef(onSearch);
  useLayoutEffect(() => {
    search.current = onSearch;
  }, [onSearch]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (words: string) => {
    clearTimeout(timer.current);
    sent.current = words.trim();
    search.current(words.trim());
  };
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(typed);
        }}
      >
        <TextBox
          type="search"
          enterKeyHint="search"
          maxLength={200}
          aria-label={label}
          placeholder={label}
          value={typed}
          onChange={({ currentTarget: { value: words } }) => {
            setTyped(words);
            clearTimeout(timer.current);
            if (words.trim() === '') send('');
            else timer.current = setTimeout(() => send(words), pauseMs);
          }}
        />
      </form>
    </search>
  );
}
