export { default as common } from './locales/de/common.json';
export { default as errors } from './locales/de/errors.json';
export { default as pattern } from './locales/de/pattern.json';
