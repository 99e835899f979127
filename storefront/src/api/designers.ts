import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema';
import type { Language, PatternPage } from './types';

export type Designer = components['schemas']['DesignerView'];

const pageSize = 12;

const designers = {
  list: (lang: Language, signal?: AbortSignal) =>
    api.get('/api/designer', { params: { query: { lang } }, signal }).then((data) => data.designers),
  get: (slug: string, lang: Language, signal?: AbortSignal) =>
    api.get('/api/designer/{slug}', { params: { path: { slug }, query: { lang } }, signal }),
  patterns: (designer: string, page: number, lang: Language, signal?: AbortSignal) =>
    api.get('/api/patterns', { params: { query: { designer, page, limit: pageSize, lang } }, signal }),
};

export const designerList = (lang: Language) =>
  queryOptions({ queryKey: ['designers', lang], queryFn: ({ signal }) => designers.list(lang, signal) });

export const designerDetail = (slug: string, lang: Language) =>
  queryOptions({ queryKey: ['designer', slug, lang], queryFn: ({ signal }) => designers.get(slug, lang, signal) });

export const patternsBy = (slug: string, page: number, lang: Language) =>
  queryOptions({
    queryKey: ['patterns', 'by', slug, page, lang],
    queryFn: ({ signal }) => designers.patterns(slug, page, lang, signal),
    placeholderData: (known: PatternPage | undefined, before) =>
      before?.queryKey[2] === slug ? keepPreviousData(known) : undefined,
  });
