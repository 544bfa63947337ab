import { texts } from './words.ts';

/** The side panel: what each background has to bring (website specification, section 2). */
export function RequirementPanels() {
  const { title, lead, sections } = texts;
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
