import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language-path';
import { defaults, type Preferences, readPreferences, usePreferences } from '../../lib/preferences';
import { Button } from '../../ui/forms/button';
import { FormProblem } from '../../ui/forms/form-problem';
import { readPreferenceFile, RefusedFile, writePreferenceFile } from './preference-file';
import styles from './preferences.module.css';
import { useChooseLanguage } from './use-choose-language';
import type { SaveChange } from './use-save-change';

export function BackupSection({ save }: { save: SaveChange }) {
  const { t } = useTranslation();
  const file = useRef<HTMLInputElement>(null);
  const { problem, read } = useImport(save);
  const { before, reset, undo } = useReset(save);
  return (
    <section className={styles.section} aria-labelledby="preferences-keeping">
      <h2 id="preferences-keeping">{t('preferences:keeping.title')}</h2>
      <p className="muted">{t('preferences:keeping.text')}</p>
      <div className={styles.actions}>
        <Button variant="outline" onClick={() => download(writePreferenceFile(), t('preferences:keeping.fileName'))}>
          {t('preferences:keeping.export')}
        </Button>
        <Button variant="outline" onClick={() => file.current?.click()}>
          {t('preferences:keeping.import')}
        </Button>
        <input
          ref={file}
          hidden
          type="file"
          accept="application/json,.json"
          aria-label={t('preferences:keeping.import')}
          onChange={read}
        />
        {before ? (
          <Button variant="outline" onClick={undo}>
            {t('preferences:keeping.undo')}
          </Button>
        ) : (
          <Button variant="outline" onClick={reset}>
            {t('preferences:keeping.reset')}
          </Button>
        )}
      </div>
      {problem && <FormProblem title={t('preferences:import.failed')} text={problem} />}
    </section>
  );
}

function useReset(save: SaveChange) {
  const now = usePreferences();
  const [lastReset, setLastReset] = useState<{ before: Preferences; after: Preferences }>();
  // Undoing the reset would also remove a later choice, so undo is offered only until the next choice.
  const before = lastReset && lastReset.after === now && lastReset.before !== now ? lastReset.before : undefined;
  const reset = () => {
    save({ ...defaults, language: now.language }, 'reset', 'reset');
    setLastReset({ before: now, after: readPreferences() });
  };
  const undo = () => {
    if (before) save(before, 'user', 'undone');
  };
  return { before, reset, undo };
}

/** The import refuses larger files. */
const maxBytes = 100_000;

function useImport(save: SaveChange) {
  const { t } = useTranslation();
  const currentLanguage = useLanguage();
  const showLanguage = useChooseLanguage();
  const [refusedFile, setRefusedFile] = useState<RefusedFile>();
  const read = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    setRefusedFile(undefined);
    try {
      if (chosen.size > maxBytes) throw new RefusedFile('unreadable');
      save(readPreferenceFile(await chosen.text()), 'import', 'imported');
      const { language } = readPreferences();
      if (language !== currentLanguage) showLanguage(language);
    } catch (error) {
      setRefusedFile(error instanceof RefusedFile ? error : new RefusedFile('unreadable'));
    } finally {
      // If the value stayed, the browser would send no change event when the user chooses the same file again.
      input.value = '';
    }
  };
  const { refusal, names = [] } = refusedFile ?? {};
  const problem = refusal && t(`preferences:import.${refusal}`, { names: names.join(', '), count: names.length });
  return { problem, read };
}

function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
