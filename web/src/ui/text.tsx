/**
 * A text that stands beside something else, in an element of its own, which is replaced when the text changes. A
 * translator takes a bare text away, and React would go on changing what is gone (decisions, translated browsers).
 */
export function Text({ children }: { children: string }) {
  return <span key={children}>{children}</span>;
}
