import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import { myPurchases, servedCountries } from '../../api/purchases';
import type { ServedCountry } from '../../api/types';
import { useLanguage } from '../../lib/language-path';
import { groupCountries, likelyCountry } from './countries';

const NONE: ServedCountry[] = [];

export interface CountryChoice {
  served: ServedCountry[];
  /** Whether the list of countries could not be loaded. */
  failed: boolean;
  /** Null before a choice, when the shop does not sell to the buyer's likely country. */
  country: ServedCountry | null;
  choose: (code: string) => void;
}

/** The chosen country; before a choice, the country of the last order; without an order, the likely country. */
export function useCountry(): CountryChoice {
  const language = useLanguage();
  const [chosen, choose] = useState<string | null>(null);
  // Keeps the language in which the form was opened. In a new language the purchases would load again, and meanwhile the
  // field would show the likely country.
  const [first] = useState(language);
  const { data: purchases } = useQuery(myPurchases(first));
  const { data, isError } = useQuery(servedCountries(language));
  const served = data?.countries ?? NONE;
  const code = chosen ?? purchases?.[0]?.confirmation?.country ?? likelyCountry();
  const country = served.find((one) => one.country === code) ?? null;
  return { served, failed: isError && served.length === 0, country, choose };
}

interface CountryFieldProps {
  choice: CountryChoice;
  /** Whether the buyer has clicked the order button. */
  submitted: boolean;
  /** Whether the server has refused the country. */
  refused: boolean;
}

/** The buyer's country, which by law decides the VAT in the price. */
export function CountryField({ choice, submitted, refused }: CountryFieldProps) {
  const { t } = useTranslation();
  const { served, failed, country, choose } = choice;
  const { near, all } = useMemo(() => groupCountries(served), [served]);
  const isSmall = shopConfig().taxScheme === 'small-business';
  const missing = submitted && !country && 'checkout:problem.countryMissing';
  const problem = failed ? 'checkout:problem.countriesFailed' : missing || (refused && 'later:code.COUNTRY_NOT_SERVED');
  return (
    <NativeSelect
      label={t('checkout:country')}
      description={t(isSmall ? 'checkout:countryHintNoVat' : 'checkout:countryHint')}
      autoComplete="country"
      value={country?.country ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      error={problem && t(problem)}
      data={[
        ...(country ? [] : [{ value: '', label: t('checkout:countryChoose') }]),
        ...(near.length > 0 ? [{ group: t('checkout:countryGroup.near'), items: near }] : []),
        ...(all.length > 0 ? [{ group: t('checkout:countryGroup.all'), items: all }] : []),
      ]}
    />
  );
}
