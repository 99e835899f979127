import type { Category, Level } from '../api/types';

export const categories: readonly Category[] = ['Dresses', 'Tops', 'Bottoms', 'Accessories', 'Home Decor'];
export const levels: readonly Level[] = ['Beginner', 'Intermediate', 'Advanced', 'Expert'];
