import { emailKey, isEmailAddress, normalisedEmail } from './email-address.js';

describe('email address', () => {
  it.each([
    'anna@example.com',
    'anna.maria+schnitte@sub.example.co.uk',
    "o'neill@example.org",
    'käthe@nähen.example',
    'full＠example.com',
    '  anna@example.com ',
    `${'a'.repeat(64)}@example.com`,
  ])('is accepted: %s', (address) => {
    expect(isEmailAddress(address)).toBe(true);
  });

  it.each([
    'anna',
    'anna@example',
    'a@b.c.',
    '*@*.*',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a@example..com',
    'a@-example.com',
    'a@example.c',
    `${'a'.repeat(65)}@example.com`,
    'a@b@example.com',
    'Anna <anna@example.com>',
    'a@example.com,b@example.com',
    'a@example.com\r\nBcc: x@example.com',
    'a b@example.com',
    'erased-019c0000-0000-7000-8000-000000000000@erased.invalid',
    'anna@ERASED.invalid',
    'anna＠ｅrased.invalid',
    '',
    null,
    42,
  ])('is rejected: %s', (address) => {
    expect(isEmailAddress(address)).toBe(false);
  });

  it('has the same key as another spelling that looks the same', () => {
    expect(normalisedEmail(' Full＠Example.com')).toBe('Full@Example.com');
    expect(emailKey('ﬁ1@Example.com')).toBe(emailKey('fi1@example.com'));
  });
});
