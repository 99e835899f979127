import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CardField, type CardValues, formatExpiry, formatCardNumber } from './card-rules';
import styles from './checkout.module.css';
import { SecurityNotes } from './security-notes';

/** `meaning` is the key of a message. `asks`: 3-D Secure asks the buyer to confirm. `funds`: insufficient funds. */
const testCards = [
  { number: '4242 4242 4242 4242', meaning: 'succeeds' },
  { number: '4000 0000 0000 3220', meaning: 'asks' },
  { number: '4000 0000 0000 0002', meaning: 'declined' },
  { number: '4000 0000 0000 9995', meaning: 'funds' },
] as const;

interface CardFieldsProps {
  card: CardValues;
  onChange: (card: CardValues) => void;
  problems: Partial<Record<CardField, string>>;
}

/** The card fields of the sandbox. In production the order form shows Stripe's card fields instead. */
export function CardFields({ card, onChange, problems }: CardFieldsProps) {
  const { t } = useTranslation();
  const field = (name: CardField, format: (text: string) => string) => ({
    label: t(`checkout:card.${name}`),
    inputMode: 'numeric' as const,
    value: card[name],
    error: problems[name] && t(problems[name]),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange({ ...card, [name]: format(event.currentTarget.value) }),
  });
  return (
    <fieldset className={styles.card}>
      <legend>{t('checkout:card.title')}</legend>
      <div className={styles.test}>
        <p>{t('checkout:card.test')}</p>
        <ul>
          {testCards.map(({ number, meaning }) => (
            <li key={number}>
              <button
                type="button"
                className="link-button figures"
                onClick={() => onChange({ number, expiry: '12 / 34', cvc: '123' })}
              >
                {number}
              </button>
              <span>{t(`checkout:card.meaning.${meaning}`)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={`${styles.field} ${styles.longField}`}>
        <TextInput {...field('number', formatCardNumber)} autoComplete="cc-number" placeholder="4242 4242 4242 4242" />
      </div>
      <div className={styles.pair}>
        <div className={styles.field}>
          <TextInput {...field('expiry', formatExpiry)} autoComplete="cc-exp" placeholder="12 / 34" />
        </div>
        <div className={styles.field}>
          <TextInput
            {...field('cvc', (text) => text.replace(/\D/g, '').slice(0, 4))}
            autoComplete="cc-csc"
            placeholder="123"
          />
        </div>
      </div>
      <SecurityNotes />
    </fieldset>
  );
}
