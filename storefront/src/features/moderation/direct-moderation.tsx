import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error';
import { publicPattern } from '../../api/moderation';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { Button } from '../../ui/forms/button';
import { TextBox } from '../../ui/forms/text-box';
import { FoundPattern } from './found-pattern';
import styles from './moderation.module.css';
import { NonPublicPattern } from './non-public-pattern';

/** Finds the pattern's id in a pasted text, which is a URL of the shop or the id itself. */
export function findPatternId(text: string): string | null {
  return /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.exec(text)?.[0].toLowerCase() ?? null;
}

/** Hides and restores a pattern without a report. */
export function DirectModeration() {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const id = findPatternId(params.get('pattern') ?? '');
  const [typed, setTyped] = useState(id ?? '');
  const [invalid, setInvalid] = useState(false);
  const pattern = useQuery({ ...publicPattern(id ?? '', language), enabled: id !== null });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const next = findPatternId(typed);
    setInvalid(!next);
    if (!next) return;
    if (next === id) void queries.invalidateQueries({ queryKey: ['mine', 'moderation', 'pattern', id] });
    setParams({ pattern: next }, { preventScrollReset: true });
  };
  const notFound = pattern.error instanceof ApiError && pattern.error.status === 404;
  return (
    <section className={styles.direct} aria-labelledby="direct">
      <h2 id="direct">{t('moderation:direct.title')}</h2>
      <p>{t('moderation:direct.text')}</p>
      <form className={styles.form} onSubmit={submit}>
        <TextBox
          aria-label={t('moderation:direct.address')}
          placeholder={t('moderation:direct.address')}
          aria-invalid={invalid}
          aria-describedby="direct-problem"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="outline">
          {t('moderation:direct.look')}
        </Button>
      </form>
      <div id="direct-problem" aria-live="polite">
        {invalid && <p className={styles.problem}>{t('moderation:direct.unreadable')}</p>}
        {id && pattern.error && !notFound && <p className={styles.problem}>{errorMessage(t, pattern.error)}</p>}
      </div>
      {id && notFound && <NonPublicPattern key={id} id={id} />}
      {id && pattern.data && !notFound && <FoundPattern key={id} pattern={pattern.data} />}
    </section>
  );
}
