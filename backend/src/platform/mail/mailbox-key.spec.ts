import { mailboxKey } from './mailbox-key.js';

// One mailbox can have any number of addresses.
it.each([
  ['A+x@Example.com', 'a@example.com'],
  ['a+b+c@example.com', 'a@example.com'],
  ['+a@example.com', '+a@example.com'],
  ['a.b@example.com', 'a.b@example.com'],
  ['A.B+x@googlemail.com', 'ab@gmail.com'],
  ['ab@gmail.com', 'ab@gmail.com'],
  ['A.b-C_d+x@protonmail.com', 'abcd@proton.me'],
  ['abcd@protonmail.ch', 'abcd@proton.me'],
  ['ab.cd@pm.me', 'abcd@proton.me'],
  ['a.b@me.com', 'a.b@icloud.com'],
  ['a.b@mac.com', 'a.b@icloud.com'],
  ['a-b@web.de', 'a-b@web.de'],
  ['a@mütze.example', 'a@xn--mtze-0ra.example'],
  ['a@XN--MTZE-0RA.example', 'a@xn--mtze-0ra.example'],
  ['a@mu\u0308tze.example', 'a@xn--mtze-0ra.example'],
  ['a@no_domain', 'a@no_domain'],
])('%s belongs to the mailbox %s', (email, mailbox) => {
  expect(mailboxKey(email)).toBe(mailbox);
});
