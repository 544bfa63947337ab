interface DescriptionListProps {
  /** `no`: the value is a name, a code or an amount. */
  facts: readonly (readonly [label: string, value: string | number, translate?: 'no'])[];
}

/** Short facts with their labels, side by side where there is room. */
export function DescriptionList({ facts }: DescriptionListProps) {
  return (
    <dl className="facts">
      {facts.map(([label, value, translate]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd translate={translate}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
