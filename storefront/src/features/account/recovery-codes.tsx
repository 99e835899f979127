import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormNote } from './form-note';
import styles from './security.module.css';

const textType = 'text/plain;charset=utf-8';

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${t('account:factor.codes.file')}\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      // `navigator.clipboard` is undefined over plain HTTP.
      await navigator.clipboard.writeText(codes.join('\n'));
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <div className={styles.setUp}>
      <h3 ref={heading} tabIndex={-1}>
        {t('account:factor.codes.title')}
      </h3>
      <p>{t('account:factor.codes.text')}</p>
      <ul className={styles.codes} aria-label={t('account:factor.codes.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="outline" onClick={copy}>
          {t('account:factor.codes.copy')}
        </Button>
        <Button
          component="a"
          variant="outline"
          href={`data:${textType},${encodeURIComponent(text)}`}
          download={t('account:factor.codes.fileName')}
        >
          {t('account:factor.codes.download')}
        </Button>
        <Button onClick={onDone}>{t('account:factor.codes.done')}</Button>
      </div>
      <FormNote text={copied === null ? undefined : t(`account:factor.codes.${copied ? 'copied' : 'notCopied'}`)} />
    </div>
  );
}
