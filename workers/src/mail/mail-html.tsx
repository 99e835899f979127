import type { Language } from '#backend/platform/language.js';
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement, Fragment, type ReactNode } from 'react';
import { blockText } from './mail-text.js';
import type { Block, MailContent } from './mail-content.js';
import { darkStyle, style } from './mail-style.js';
import { type Seller, sellerLines } from './seller.js';
import { fill, mailMessages } from './mail-messages.js';

interface MailHtmlProps {
  content: MailContent;
  seller: Seller;
  locale: Language;
}

/** The HTML part: one column of at most 600 px, no pictures, no external resources. */
export function MailHtml({ content, seller, locale }: MailHtmlProps) {
  const messages = mailMessages[locale].frame;
  return (
    <Html lang={locale}>
      <Head>
        <title>{content.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <style>{darkStyle}</style>
      </Head>
      <Preview>{content.preview}</Preview>
      <Body className="paper ink" style={style.body}>
        {/* Some mail programs remove <html> and <head>, so the language and the title are repeated here. */}
        <article aria-roledescription={messages.kind} aria-label={content.subject} lang={locale}>
          <Container style={style.column}>
            <Text className="madder" style={style.shop}>
              {seller.shopName}
            </Text>
            <Heading as="h1" className="ink" style={style.title}>
              {content.title}
            </Heading>
            {content.blocks.map((block) => (
              <BlockHtml key={blockText(block)} block={block} />
            ))}
            <Hr className="cut" style={style.cut} />
            <Text className="muted" style={style.footer}>
              {sellerLines(seller, messages).map((line) => (
                <span key={line}>
                  {line}
                  <br />
                </span>
              ))}
              {keepTogether(fill(messages.contact, { email: seller.email }))}
            </Text>
          </Container>
        </article>
      </Body>
    </Html>
  );
}

const UNBREAKABLE = /([A-Z]{2}-\d{4}-\d+|[^\s(<]+@[^\s,)>]*[^\s,)>.])/;

const unbreakableSpan = (part: string) => createElement('span', { style: style.unbreakable }, part);

/** Prevents a line break inside an order number or e-mail address. An address that is wider than the line still breaks. */
function keepTogether(text: string): ReactNode {
  const parts = text.split(UNBREAKABLE).map((part, at) => (at % 2 === 0 ? part : unbreakableSpan(part)));
  // The parts are passed as separate arguments, because React requires a key for each element of an array.
  return createElement(Fragment, null, ...parts);
}

function BlockHtml({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <Text className="ink" style={style.paragraph}>
          {keepTogether(block.text)}
        </Text>
      );
    case 'heading':
      return (
        <>
          <Hr className="cut" style={style.cut} />
          <Heading as="h2" className="ink" style={style.heading}>
            {block.text}
          </Heading>
        </>
      );
    case 'details':
      return <Details rows={block.rows} />;
    case 'list':
      return (
        <ul className="ink" style={style.list}>
          {block.items.map((item) => (
            <li key={item} style={style.item}>
              {item}
            </li>
          ))}
        </ul>
      );
    case 'action':
      return <Action {...block} />;
    case 'link':
      return (
        <Text className="ink" style={style.paragraph}>
          <Link href={block.url} className="link" style={style.link}>
            {block.label}
          </Link>
        </Text>
      );
    case 'quote':
      return (
        <blockquote lang={block.language} className="linen ink" style={style.quote}>
          {block.text}
        </blockquote>
      );
    case 'form':
      return (
        <Section className="linen" style={style.panel}>
          {block.lines.map((line) => (
            <Text key={line} className="ink" style={style.formLine}>
              {keepTogether(line)}
            </Text>
          ))}
        </Section>
      );
  }
}

function Action({ url, label, fallback }: Extract<Block, { kind: 'action' }>) {
  return (
    <>
      <Button href={url} className="action" style={style.action}>
        {label}
      </Button>
      <Text className="muted" style={style.fallback}>
        {fallback}
        <br />
        <Link href={url} className="link" style={style.rawLink}>
          {url}
        </Link>
      </Text>
    </>
  );
}

function Details({ rows }: { rows: [label: string, value: string][] }) {
  return (
    <table className="linen" cellPadding={0} cellSpacing={0} style={style.details}>
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row" className="muted" style={style.label}>
              {label}
            </th>
            <td className="ink" style={style.value}>
              {keepTogether(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
