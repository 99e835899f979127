import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseButton } from '../../ui/overlays/close-button';
import { TextBox } from '../../ui/forms/text-box';

interface SearchBoxProps {
  value: string;
  onSearch: (words: string) => void;
}

const pauseMs = 300;

/** Searches when the typing pauses for 300 ms; emptying the box acts at once. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);

  useEffect(() => {
    // The URL changed elsewhere (a chip, the back button): the box follows, unless it was our own change.
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
  const type = (words: string) => {
    setTyped(words);
    clearTimeout(timer.current);
    if (words.trim() === '') send('');
    else timer.current = setTimeout(() => send(words), pauseMs);
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
          enterKeyHint="search"
          aria-label={t('catalogue:search.label')}
          placeholder={t('catalogue:search.placeholder')}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          end={typed && <CloseButton aria-label={t('catalogue:search.clear')} onClick={() => type('')} />}
        />
      </form>
    </search>
  );
}
