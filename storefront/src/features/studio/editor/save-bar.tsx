import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error';
import { errorMessage } from '../../../lib/errors/error-message';
import { FormProblem } from '../../../ui/forms/form-problem';
import styles from '../studio.module.css';

interface SaveBarProps {
  isNew: boolean;
  dirty: boolean;
  saving: boolean;
  saved: boolean;
  problem: Error | null;
  problemCount: number;
  onSave: () => void;
}

/** The bar at the bottom. It shows whether all input is saved, and contains the save button. */
export function SaveBar({ isNew, dirty, saving, saved, problem, problemCount, onSave }: SaveBarProps) {
  const { t } = useTranslation();
  const { button, press } = useFocusAfterSaving({ saving, settled: !(saved && isNew) });
  const unsaved = dirty || isNew;
  const state = unsaved ? (isNew ? 'new' : 'unsaved') : saved ? 'saved' : 'unchanged';
  const message =
    problemCount > 0 && unsaved ? t('studio:save.wrong', { count: problemCount }) : t(`studio:save.${state}`);
  const cause = problem && errorMessage(t, problem);
  return (
    <div className={styles.saveBar} data-waiting={unsaved || undefined}>
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
        <output>{message}</output>
        <Button
          ref={button}
          variant={unsaved ? 'filled' : 'outline'}
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
 * Returns the focus to the button after saving. A disabled button loses the focus, and the first save changes the URL,
 * which moves the focus to the top of the page.
 * `settled` is false after the first save until the URL has changed.
 */
function useFocusAfterSaving({ saving, settled }: { saving: boolean; settled: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (saving || !settled || !pressed.current) return;
    pressed.current = false;
    requestAnimationFrame(() => {
      const focusLost = [document.body, document.getElementById('content')].includes(
        document.activeElement as HTMLElement,
      );
      if (focusLost) button.current?.focus({ preventScroll: true });
    });
  }, [saving, settled]);
  return {
    button,
    press: () => {
      pressed.current = true;
    },
  };
}
