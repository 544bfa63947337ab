import type { Photo as PhotoFile } from '../content/content.ts';

interface PhotoProps {
  photo: PhotoFile;
  /** How wide it is shown, e.g. `(min-width: 60rem) 40vw, 100vw`. */
  sizes: string;
  className?: string;
  /** It is in sight at once. */
  first?: boolean;
}

/** A photograph of `content.json`, in the sizes and formats that the build made of it. */
export function Photo({ photo, sizes, className, first }: PhotoProps) {
  const { src, alt, width, height, avif, webp } = photo;
  return (
    <picture className={className}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={first ? undefined : 'lazy'}
        decoding="async"
      />
    </picture>
  );
}
