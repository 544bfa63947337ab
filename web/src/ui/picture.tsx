/** A drawing that stands for what a page says; it says nothing that the words do not. */
export function Picture({ src }: { src: string }) {
  return <img className="drawing" src={src} alt="" width="240" height="180" decoding="async" />;
}
