import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { Blank } from './blank.js';

const numberUpTo = (maximum: number, fallback: number) =>
  applyDecorators(
    ApiPropertyOptional({ type: 'integer', default: fallback, minimum: 1, maximum }),
    Blank(),
    IsOptional(),
    Type(() => Number),
    IsInt(),
    Min(1),
    Max(maximum),
  );

/** The page of a list, counted from 1. */
export const PageNumber = () => numberUpTo(100_000, 1);

/** Entries per page; `usual` is the default. */
export const PageSize = (usual: number) => numberUpTo(100, usual);
