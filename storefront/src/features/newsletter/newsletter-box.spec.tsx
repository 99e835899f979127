import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openScreen, fakeApi } from '../../../test/screen';
import { NewsletterBox } from './newsletter-box';

const enter = async (text: string) => {
  await userEvent.type(screen.getByLabelText('Deine E-Mail-Adresse'), text);
  await userEvent.click(screen.getByRole('button', { name: 'Eintragen' }));
};

it('the newsletter form sends the address and the page’s language once, even after two clicks', async () => {
  let respond = () => {};
  const calls = fakeApi({
    '/api/newsletter/subscribe': () => new Promise((resolve) => (respond = () => resolve({ data: {} }))),
  });
  await openScreen(<NewsletterBox />, { language: 'de' });
  await enter('kaethe@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Eintragen' }));
  respond();
  expect(await screen.findByText(/^Fast geschafft/)).toBeTruthy();
  expect(calls.map(({ body }) => body)).toEqual([{ email: 'kaethe@example.com', locale: 'de' }]);
});

it('the newsletter form keeps the address in the field and shows why the subscription failed', async () => {
  fakeApi({ '/api/newsletter/subscribe': () => ({ status: 429, error: { code: 'TOO_MANY_REQUESTS', message: '' } }) });
  await openScreen(<NewsletterBox />, { language: 'de' });
  await enter('kaethe@example.com');
  expect((await screen.findByRole('alert')).textContent).toMatch(/zu viele Versuche/);
  expect(screen.getByDisplayValue('kaethe@example.com')).toBe(document.activeElement);
});

it('the newsletter form shows that the server refuses the address as invalid', async () => {
  const error = { code: 'VALIDATION_FAILED', message: 'no', details: [{ field: 'email', message: 'no' }] };
  fakeApi({ '/api/newsletter/subscribe': () => ({ status: 400, error }) });
  await openScreen(<NewsletterBox />, { language: 'de' });
  await enter('kaethe@example');
  expect((await screen.findByRole('alert')).textContent).toMatch(/gültige E-Mail-Adresse/);
});
