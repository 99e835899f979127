import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema';
import type { Language, PatternPage } from './types';

export type Designer = components['schemas']['DesignerView'];

const pageSize = 12;

export const designerList = (lang: Language) =>
  queryOptions({
    queryKey: ['designers', lang],
    queryFn: ({ signal }) =>
      api.get('/api/designer', { params: { query: { lang } }, signal }).then((data) => data.designers),
  });

export const designerDetail = (slug: string, lang: Language) =>
  queryOptions({
    queryKey: ['designer', slug, lang],
    queryFn: ({ signal }) => api.get('/api/designer/{slug}', { params: { path: { slug }, query: { lang } }, signal }),
  });

export const patternsBy = (designer: string, page: number, lang: Language) =>
  queryOptions({
    queryKey: ['patterns', 'by', designer, page, lang],
    queryFn: ({ signal }) =>
      api.get('/api/patterns', { params: { query: { designer, page, limit: pageSize, lang } }, signal }),
    placeholderData: (previous: PatternPage | undefined, previousQuery) =>
      previousQuery?.queryKey[2] === designer ? keepPreviousData(previous) : undefined,
  });
