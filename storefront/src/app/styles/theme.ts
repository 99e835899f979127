import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

const madder: MantineColorsTuple = [
  '#fbeeea',
  '#f6e4de',
  '#ecc6bd',
  '#e0a196',
  '#f2958c',
  '#c4534c',
  '#a32f2b',
  '#a32f2b',
  '#86211f',
  '#6d1a19',
];
const indigo: MantineColorsTuple = [
  '#eef1f7',
  '#e4e9f1',
  '#c6d0e2',
  '#9db8e8',
  '#7f97c2',
  '#4d6799',
  '#27406b',
  '#27406b',
  '#1f3355',
  '#172742',
];

const warmGrey: MantineColorsTuple = [
  '#f7f2ea',
  '#f1ebe1',
  '#e7dfd2',
  '#d8cfc1',
  '#8b8378',
  '#8b8378',
  '#756d63',
  '#5e5850',
  '#3b3833',
  '#22201d',
];
const warmDark: MantineColorsTuple = [
  '#efeae2',
  '#d9d2c7',
  '#b5ada1',
  '#958c80',
  '#857d72',
  '#4a463f',
  '#2c2a26',
  '#1b1a18',
  '#161513',
  '#100f0e',
];

export const theme = createTheme({
  colors: { madder, indigo, gray: warmGrey, dark: warmDark },
  black: '#22201d',
  primaryColor: 'madder',
  primaryShade: { light: 6, dark: 4 },
  fontFamily: 'var(--sans)',
  headings: { fontFamily: 'var(--serif)', fontWeight: '480' },
  defaultRadius: 4,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: { xs: 'max(0.875rem, 14px)', sm: '0.9375rem', md: '1.0625rem', lg: '1.1875rem', xl: '1.375rem' },
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant === 'filled') {
      return { ...colors, background: 'var(--accent)', hover: 'var(--accent-deep)', color: 'var(--on-accent)' };
    }
    if (input.variant === 'outline') {
      return { background: 'transparent', hover: 'var(--linen)', color: 'var(--ink)', border: '1px solid var(--line)' };
    }
    if (input.variant === 'subtle') {
      return { background: 'transparent', hover: 'var(--linen)', color: 'var(--ink)', border: '1px solid transparent' };
    }
    return colors;
  },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      styles: { root: { minHeight: 44 }, label: { overflow: 'visible', whiteSpace: 'normal', lineHeight: 1.25 } },
    }),
    InputBase: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Menu: { styles: { item: { minHeight: 44, fontSize: '1.0625rem' }, label: { fontSize: '0.9375rem' } } },
    Radio: { defaultProps: { size: 'sm' }, styles: { label: { fontSize: '1.0625rem' } } },
    Input: { styles: { wrapper: { '--input-height-md': '46px', '--input-bd-focus': 'var(--line)' } } },
    InputWrapper: {
      styles: {
        label: { fontSize: '1.0625rem', fontWeight: 600, marginBottom: 4 },
        error: { fontSize: '0.9375rem' },
        description: { fontSize: '0.9375rem', lineHeight: 1.4 },
      },
    },
  },
});

const colourVariables = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--accent)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--linen)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--linen)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--hairline)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-deep)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
};

/** Maps Mantine's colours to those of the shop, so that only tokens.css defines the light and the dark colours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: colourVariables,
  dark: colourVariables,
});
