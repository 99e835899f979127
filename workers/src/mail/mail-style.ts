import type { CSSProperties } from 'react';

const sans = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const serif = "Georgia, 'Times New Roman', serif";
const paper = '#FBF8F3';
const linen = '#F1EBE1';
const ink = '#22201D';
const muted = '#5E5850';
const line = '#8B8378';
const madder = '#A32F2B';
const indigo = '#27406B';

const text = { fontFamily: sans, fontSize: 16, lineHeight: '24px', color: ink } satisfies CSSProperties;
const small = { ...text, fontSize: 14, lineHeight: '21px', color: muted } satisfies CSSProperties;
const cell = { padding: '6px 16px', textAlign: 'left', verticalAlign: 'top' } satisfies CSSProperties;

/** Inline styles, because many mail programs drop style sheets. */
export const style = {
  body: { ...text, backgroundColor: paper, margin: 0, padding: 0 },
  column: { width: '100%', maxWidth: 600, margin: '0 auto', padding: '24px 20px 32px' },
  shop: { ...text, fontFamily: serif, fontSize: 18, color: madder, margin: '0 0 24px' },
  title: { ...text, fontFamily: serif, fontSize: 28, lineHeight: '34px', fontWeight: 600, margin: '0 0 16px' },
  heading: { ...text, fontFamily: serif, fontSize: 20, lineHeight: '26px', fontWeight: 600, margin: '0 0 8px' },
  paragraph: { ...text, margin: '0 0 16px' },
  details: { width: '100%', backgroundColor: linen, margin: '8px 0 24px', padding: '10px 0', borderRadius: 4 },
  label: { ...small, ...cell, fontWeight: 400, width: '36%' },
  value: { ...text, ...cell, wordBreak: 'break-word', fontVariantNumeric: 'tabular-nums' },
  unbreakable: { display: 'inline-block', maxWidth: '100%', overflowWrap: 'anywhere' },
  list: { ...text, margin: '0 0 16px', padding: '0 0 0 22px' },
  item: { margin: '0 0 4px', wordBreak: 'break-word' },
  action: {
    ...text,
    fontWeight: 600,
    color: '#FFFFFF',
    backgroundColor: madder,
    borderRadius: 4,
    padding: '13px 24px',
    margin: '8px 0 16px',
  },
  fallback: { ...small, margin: '0 0 24px' },
  rawLink: { color: indigo, textDecoration: 'underline', wordBreak: 'break-all' },
  link: { color: indigo, textDecoration: 'underline' },
  quote: { ...text, backgroundColor: linen, margin: '0 0 16px', padding: '12px 16px', borderLeft: `3px solid ${line}` },
  panel: { backgroundColor: linen, margin: '0 0 16px', padding: '12px 16px 4px', borderRadius: 4 },
  formLine: { ...text, margin: '0 0 8px' },
  cut: { borderTop: `1px dashed ${line}`, margin: '32px 0 24px' },
  footer: { ...small, margin: 0 },
} satisfies Record<string, CSSProperties>;

/** Dark colours for mail programs that support `prefers-color-scheme`. Other programs show or invert the light colours. */
export const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: #1B1A18 !important; }
  .linen { background-color: #2A2825 !important; }
  .ink, .paper > table > tbody > tr > td { color: #EFEAE2 !important; }
  .muted { color: #B5ADA1 !important; }
  .madder { color: #F2958C !important; }
  .link { color: #9DB8E8 !important; }
  .action { background-color: #F2958C !important; color: #1B1A18 !important; }
}`;
