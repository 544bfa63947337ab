import { requirementTexts } from '../texts/requirement-words.ts';

/** The requirements for each educational background, folded (specification/website §2). */
export function RequirementPanels() {
  const { title, lead, sections } = requirementTexts;
  return (
    <details className="panel">
      <summary>{title}</summary>
      <p>{lead}</p>
      {sections.map((section) => (
        <details key={section.title}>
          <summary>{section.title}</summary>
          <ul>
            {section.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </details>
      ))}
    </details>
  );
}
