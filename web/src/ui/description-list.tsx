interface DescriptionListProps {
  facts: readonly (readonly [label: string, value: string | number])[];
}

/** Short facts with their labels, side by side where there is room. */
export function DescriptionList({ facts }: DescriptionListProps) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
