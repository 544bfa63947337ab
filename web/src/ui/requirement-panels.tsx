import { requirementTexts } from '../texts/requirement-words.ts';

/** The side panel with the requirements for each educational background (website specification, section 2). */
export function RequirementPanels() {
  const { title, lead, sections } = requirementTexts;
  return (
    <aside className="panel" aria-label={title}>
      <h2>{title}</h2>
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
    </aside>
  );
}
