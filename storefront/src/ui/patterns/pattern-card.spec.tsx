import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openScreen, fakeApi } from '../../../test/screen';
import type { PatternCard as Card } from '../../api/types';
import { PatternCard } from './pattern-card';

const card: Card = {
  id: 'p1',
  title: 'Lina Summer Dress',
  description:
    'A light dress for hot days, with pockets in the side seams and a skirt that is gathered at the waist. It is pulled over the head.',
  category: 'Home Decor',
  difficulty_level: 'Advanced',
  estimated_time: '3 hours',
  preview_images: ['/media/lina-1.webp', '/media/lina-2.webp'],
  view_count: 1834,
  designer_name: 'Nadel & Distel',
  designer_avatar: null,
  designer: { id: 'd1', name: 'Nadel & Distel', slug: 'nadel-und-distel' },
  tags: ['summer', 'linen', 'pockets', 'gathers', 'bias'],
  price: 890,
  currency: 'EUR',
  sizes: '34–46',
  created_at: '2026-11-01T00:00:00Z',
};

const renderCard = async (changes: Partial<Card> = {}, language: 'de' | 'en' = 'en') => {
  fakeApi({});
  await openScreen(<PatternCard pattern={{ ...card, ...changes }} />, { language });
  return screen.getByRole('article');
};

describe('a card', () => {
  it('shows the data of the pattern and links to it in the same language', async () => {
    const article = await renderCard();
    for (const text of ['Advanced', 'Home Decor', 'by Nadel & Distel', '1,834 views', '+2', '8,90 €']) {
      expect(article.textContent!.replaceAll('\u00a0', ' ')).toContain(text);
    }
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'summer',
      'linen',
      'pockets',
      '+2',
    ]);
    expect(screen.getByRole('link', { name: card.title }).getAttribute('href')).toBe('/en/patterns/p1');
  });

  it('shortens the description at a word boundary to at most 120 characters', async () => {
    const description = (await renderCard()).querySelector('[class*="text"]')!.textContent!;
    expect(description.length).toBeLessThanOrEqual(120);
    expect(description).toBe(
      'A light dress for hot days, with pockets in the side seams and a skirt that is gathered at the waist. It is pulled over…',
    );
  });

  it('shows the first picture, and a drawing when the picture fails to load', async () => {
    const article = await renderCard();
    const picture = article.querySelector('img')!;
    expect(picture.getAttribute('src')).toBe('/media/lina-1.webp');
    expect([picture.width, picture.height]).toEqual([800, 1000]);
    fireEvent.error(picture);
    expect(article.querySelector('img')).toBeNull();
    expect(article.querySelector('svg path')).toBeTruthy();
  });

  it('labels a free pattern as free', async () => {
    expect((await renderCard({ price: 0, preview_images: [] }, 'de')).textContent).toContain('Kostenlos');
  });
});
