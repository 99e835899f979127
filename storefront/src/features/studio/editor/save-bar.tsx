import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error';
import { problemWords } from '../../../lib/problem-words';
import { FormProblem } from '../../../ui/forms/form-problem';
import styles from '../studio.module.css';

interface SaveBarProps {
  isNew: boolean;
  dirty: boolean;
  saving: boolean;
  saved: boolean;
  problem: Error | null;
  /** How many fields have a problem. */
  wrong: number;
  onSave: () => void;
}

/** Always in sight: whether everything is saved, and the button that does it. */
export function SaveBar({ isNew, dirty, saving, saved, problem, wrong, onSave }: SaveBarProps) {
  const { t } = useTranslation();
  const { button, press } = useKeptFocus({ saving, settled: !(saved && isNew) });
  const waiting = dirty || isNew;
  const state = waiting ? (isNew ? 'new' : 'unsaved') : saved ? 'saved' : 'unchanged';
  const words = wrong > 0 && waiting ? t('studio:save.wrong', { count: wrong }) : t(`studio:save.${state}`);
  const cause = problem && problemWords(t, problem);
  return (
    <div className={styles.saveBar} data-waiting={waiting || undefined}>
      {cause && dirty && (
        <FormProblem
          text={
            problem instanceof ApiError && problem.details.length > 0
              ? cause
              : `${cause} ${t('studio:save.nothingLost')}`
          }
        />
      )}
      <div>
        <output>{words}</output>
        <Button
          ref={button}
          variant={waiting ? 'filled' : 'outline'}
          loading={saving}
          onClick={() => {
            press();
            onSave();
          }}
        >
          {t(isNew ? 'studio:save.create' : 'studio:save.action')}
        </Button>
      </div>
    </div>
  );
}

/**
 * A button at work cannot have the focus, and the first saving gives the page a new address, which leads the focus to its
 * head: afterwards it comes back to where it was.
 */
function useKeptFocus({ saving, settled }: { saving: boolean; settled: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (saving || !settled || !pressed.current) return;
    pressed.current = false;
    requestAnimationFrame(() => {
      const lost = [document.body, document.getElementById('content')].includes(document.activeElement as HTMLElement);
      if (lost) button.current?.focus({ preventScroll: true });
    });
  }, [saving, settled]);
  return {
    button,
    press: () => {
      pressed.current = true;
    },
  };
}
