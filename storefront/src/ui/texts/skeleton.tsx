import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  height?: CSSProperties['height'];
  width?: CSSProperties['width'];
  className?: string;
  style?: CSSProperties;
}

/** A placeholder for content that is loading. */
export function Skeleton({ height, width, className, style }: SkeletonProps) {
  return <div className={`${styles.skeleton} ${className ?? ''}`} style={{ height, width, ...style }} />;
}
