import type { PolicyText } from './policy-text.js';

export const english: PolicyText = {
  title: 'Privacy policy',
  sections: [
    {
      id: 'template',
      heading: 'Note for the operator',
      paragraphs: [
        'This policy describes what the software of this shop does with personal data. It is a template: the operator adds the processors (hosting, storage, mail delivery), the data protection officer if there is one and the competent supervisory authority, has the text checked by a lawyer and then removes this note.',
      ],
    },
    {
      id: 'controller',
      heading: 'Who is responsible',
      paragraphs: [
        'The controller for the processing of your data in {shop} is {seller}, {address}. You can reach us at {email}.',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      paragraphs: [
        'For an account we store your email address, your username, your display name, your language and, if you give them, your first and last name. Your password is stored only as a check value (Argon2id) from which it cannot be computed. The legal basis is the contract with you (Art. 6(1)(b) GDPR).',
        'Each sign-in opens a session: we remember when it began and when it ends, so that you stay signed in and we can end it when the password changes. Events that matter for the security of your account are kept in a log that you can read; it holds ids and times, no content (Art. 6(1)(f) GDPR, protection of your account).',
      ],
    },
    {
      id: 'purchases',
      heading: 'Your purchases',
      paragraphs: [
        'When you buy a pattern or get a free one, we store the order: pattern, price, time, the email address for the confirmation and the copy, the country that decides the VAT, and your declaration about the right of withdrawal. You can also buy without an account. The legal basis is the purchase contract (Art. 6(1)(b) GDPR), and for tax and bookkeeping a legal obligation (Art. 6(1)(c) GDPR).',
        'Each download of a file is counted and stored with its time, because the number of downloads of a file is limited.',
      ],
    },
    {
      id: 'watermark',
      heading: 'Your email address in the PDF file',
      paragraphs: [
        'Your copy of a pattern carries your email address, the order number and the date of purchase on every page, and an id inside the file. This is how we protect the work of the designers from being passed on; the file itself is not encrypted. The legal basis is the contract and our legitimate interest in this protection (Art. 6(1)(b) and (f) GDPR). Do not pass your copy on: whoever has it sees your address.',
      ],
    },
    {
      id: 'payment',
      heading: 'Payment',
      paragraphs: [
        'Card payments are handled by Stripe (Stripe Payments Europe, Limited, Ireland). You enter the data of your card directly at Stripe; they do not reach our servers. We send the amount, the currency and the id of the order and learn whether the payment succeeded and which country the card is from. The script of Stripe is loaded only at the checkout. The legal basis is the purchase contract (Art. 6(1)(b) GDPR). Stripe also processes data as a controller of its own, among other things to prevent fraud, and possibly in the USA.',
      ],
    },
    {
      id: 'mails',
      heading: 'Emails',
      paragraphs: [
        'We send you emails that belong to your account and your purchases: confirmations, invoices, links to confirm your address and to reset your password (Art. 6(1)(b) GDPR).',
        'You get the newsletter only if you order it and confirm your address (Art. 6(1)(a) GDPR). Every issue has a link to unsubscribe. Our emails contain no tracking pixels.',
      ],
    },
    {
      id: 'consents',
      heading: 'Consents',
      paragraphs: [
        'In your account you may consent to marketing emails, analytics and personal recommendations, and withdraw each consent at any time for the future. Without consent none of this happens. So that we can prove what you consented to, we store its kind, the version of the text and the time (Art. 7(1) GDPR).',
      ],
    },
    {
      id: 'views',
      heading: 'Views and logs',
      paragraphs: [
        'We count how often a pattern is looked at. For this we compute a check value from a random session id, with a key that changes every day; what is stored is the check value and the name of the website that the visit came from, but not who you are.',
        'Our servers write technical logs without content, email addresses and tokens. To fend off attacks we count calls by IP address for a short time (Art. 6(1)(f) GDPR). There are no programs that track visitors and no embedded third-party services in this shop.',
      ],
    },
    {
      id: 'storage',
      heading: 'Storage in your browser',
      paragraphs: [
        'This shop sets no cookies. The local storage of your browser only holds what you asked for yourself: your sign-in, your language and your display preferences, and a random id for counting views (section 25(2) TDDDG). You can delete them in your browser at any time. Stripe may set cookies of its own at the checkout to prevent fraud.',
      ],
    },
    {
      id: 'designers',
      heading: 'If you sell patterns',
      paragraphs: [
        'Your designer name, your introduction and your picture are public. Your files are checked automatically before they are sold. If you delete your account, we take your patterns off sale and replace your name; buyers keep what they bought.',
      ],
    },
    {
      id: 'recipients',
      heading: 'Who receives the data',
      paragraphs: [
        'The database, the file storage (S3 compatible) and the delivery of mails run at providers who process data only on our instructions (Art. 28 GDPR): [to be completed by the operator: name, seat, place of processing]. Designers do not learn who bought their patterns. Apart from that we pass data on only where a law requires it.',
      ],
    },
    {
      id: 'retention',
      heading: 'How long we store it',
      paragraphs: [
        'Invoices are kept for eight years from the end of the year in which they were made (section 147 AO, section 14b UStG). Evidence for the VAT of other EU countries may have to be kept for ten years. Account data are stored until you delete your account. Links to confirm an address work for 24 hours, links to reset a password for 30 minutes, archives of your data for seven days. If you ordered without an account and did not pay, we erase your address 90 days after the order was called off.',
        'If you delete your account, you have seven days to change your mind. After that we erase the profile, sessions, wishlist, newsletter subscription, your personal PDF copies and the archives. Orders remain without name and address; invoices are locked until their time is over.',
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      paragraphs: [
        'You have the right of access (Art. 15), rectification (Art. 16), erasure (Art. 17), restriction (Art. 18) and portability of your data (Art. 20 GDPR). Access and portability are available in your account at once, as an archive with a readable report and machine-readable files; you can also delete your account there yourself. Or write to us at {email}; we answer within a month.',
        'You may object to processing that is based on a legitimate interest on grounds relating to your particular situation (Art. 21 GDPR). You may withdraw a consent at any time. We make no automated decisions in the sense of Art. 22 GDPR.',
        'You may complain to a data protection authority, for example where you live or where we have our seat (Art. 77 GDPR).',
      ],
    },
  ],
};
