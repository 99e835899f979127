import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { myPurchases } from '../../api/purchases';
import { useLanguage } from '../../lib/language-path';
import { countriesIn, likelyCountry } from './countries';

/** The chosen country. Before the buyer chooses: the country of the last order, else the likely country. */
export function useCountry(chosen: string | null): string {
  // Keeps the first language: loading the purchases in another language would reset the country meanwhile.
  const [language] = useState(useLanguage());
  const { data: purchases } = useQuery(myPurchases(language));
  return chosen ?? purchases?.[0]?.confirmation?.country ?? likelyCountry();
}

interface CountryFieldProps {
  value: string;
  onChange: (country: string) => void;
}

/** The buyer's country, which by law decides the VAT in the price. Memoised, because the list is long. */
export const CountryField = memo(function CountryField({ value, onChange }: CountryFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { near, all } = useMemo(() => countriesIn(language), [language]);
  return (
    <NativeSelect
      label={t('checkout:country')}
      description={t('checkout:countryHint')}
      autoComplete="country"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { group: t('checkout:countryGroup.near'), items: near },
        { group: t('checkout:countryGroup.all'), items: all },
      ]}
    />
  );
});
