export { default as common } from './locales/en/common.json';
export { default as errors } from './locales/en/errors.json';
export { default as pattern } from './locales/en/pattern.json';
