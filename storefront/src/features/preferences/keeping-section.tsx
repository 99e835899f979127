import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language-path';
import { defaults, type Preferences, readPreferences, usePreferences } from '../../lib/preferences';
import { Button } from '../../ui/forms/button';
import { FormProblem } from '../../ui/forms/form-problem';
import { readPreferenceFile, RefusedFile, writePreferenceFile } from './preference-file';
import styles from './preferences.module.css';
import { useChooseLanguage } from './use-choose-language';
import type { Settle } from './use-settle';

export function KeepingSection({ settle }: { settle: Settle }) {
  const { t } = useTranslation();
  const file = useRef<HTMLInputElement>(null);
  const { problem, take } = useImport(settle);
  const { before, reset, undo } = useReset(settle);
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
          onChange={take}
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

function useReset(settle: Settle) {
  const now = usePreferences();
  const [done, setDone] = useState<{ before: Preferences; after: Preferences }>();
  // Undoing a reset would remove a later choice, so it is offered only until then.
  const before = done && done.after === now && done.before !== now ? done.before : undefined;
  const reset = () => {
    settle({ ...defaults, language: now.language }, 'reset', 'reset');
    setDone({ before: now, after: readPreferences() });
  };
  const undo = () => {
    if (before) settle(before, 'user', 'undone');
  };
  return { before, reset, undo };
}

/** In bytes. Larger files are not read. */
const LARGEST = 100_000;

function useImport(settle: Settle) {
  const { t } = useTranslation();
  const current = useLanguage();
  const show = useChooseLanguage();
  const [refused, setRefused] = useState<RefusedFile>();
  const take = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    setRefused(undefined);
    try {
      if (chosen.size > LARGEST) throw new RefusedFile('unreadable');
      settle(readPreferenceFile(await chosen.text()), 'import', 'imported');
      const { language } = readPreferences();
      if (language !== current) show(language);
    } catch (error) {
      setRefused(error instanceof RefusedFile ? error : new RefusedFile('unreadable'));
    } finally {
      // The same file can be chosen again after a correction.
      input.value = '';
    }
  };
  const { refusal, names = [] } = refused ?? {};
  const problem = refusal && t(`preferences:import.${refusal}`, { names: names.join(', '), count: names.length });
  return { problem, take };
}

function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
