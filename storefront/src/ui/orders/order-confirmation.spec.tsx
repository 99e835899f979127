import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setShopConfig } from '../../../test/checkout';
import { daysFromNow, paidPurchase } from '../../../test/purchases';
import { openScreen } from '../../../test/screen';
import type { Purchase } from '../../api/types';
import { OrderConfirmation } from './order-confirmation';

const waiver = {
  text: 'I expressly agree.',
  version: '2026-11-21',
  locale: 'en',
  acceptedAt: paidPurchase.purchaseDate,
} as const;

beforeEach(() => setShopConfig({}));

const open = (changes: Partial<Purchase['confirmation']>) =>
  openScreen(
    <OrderConfirmation purchase={{ ...paidPurchase, confirmation: { ...paidPurchase.confirmation, ...changes } }} />,
  );

describe('the confirmation of an order', () => {
  it('shows the licence as ordered, in the language of the order', async () => {
    const text = 'Kleinserie: insgesamt höchstens 50 Stück.';
    await open({ licence: { kind: 'small-series', pieces: 50, version: '2026-11-25', locale: 'de', text } });
    expect((await screen.findByText(text)).getAttribute('lang')).toBe('de');
    expect(screen.getByText(/^Version 2026-11-25\. It applies to you even if/)).toBeTruthy();
  });

  it.each([
    [
      'the confirmation was not mailed yet',
      daysFromNow(5),
      /^Your right of withdrawal ends as soon as .* at the latest/,
      1,
    ],
    ['the confirmation was mailed', null, /^Your files are ready.* Your right of withdrawal has therefore ended\./, 0],
    ['14 days are over', daysFromNow(-1), /^The withdrawal period of 14 days is over\./, 0],
  ])('says whether a buyer with a waiver can withdraw: %s', async (_, withdrawableUntil, sentence, links) => {
    await open({ waiver, withdrawableUntil });
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryAllByRole('link', { name: 'Withdraw from contract' })).toHaveLength(links);
  });
});
