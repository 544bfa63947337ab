import { useLayoutEffect } from 'react';
import { Blocks } from './blocks.tsx';
import { Buttons } from './buttons.tsx';
import { Cards } from './cards.tsx';
import { Colours } from './colours.tsx';
import { Confirmations } from './confirmations.tsx';
import { Fields } from './fields.tsx';
import { Frames } from './frames.tsx';
import { Grounds } from './grounds.tsx';
import { Messages } from './messages.tsx';
import { Pictures } from './pictures.tsx';
import { Steps } from './steps.tsx';
import { Tables } from './tables.tsx';
import { TypeScale } from './type-scale.tsx';

/** `npm run screenshots` takes a picture of each part. */
const parts = {
  foundations: [Colours, TypeScale],
  controls: [Buttons, Fields, Messages],
  pieces: [Cards, Blocks, Steps, Tables],
  pages: [Confirmations, Grounds, Frames, Pictures],
};

/** All of it, part by part. */
export function DesignPage() {
  useLayoutEffect(() => {
    document.title = 'Design';
  }, []);
  return (
    <>
      <div className="page">
        <h1>Design</h1>
        <p className="lead">
          Every token and every piece of the site. The colours follow your system: switch it to dark
          to see the other scheme.
        </p>
        <Contents />
      </div>
      {Object.entries(parts).map(([name, sections]) => (
        <main key={name} data-part={name}>
          {sections.map((Part) => (
            <Part key={Part.name} />
          ))}
        </main>
      ))}
    </>
  );
}

const contents = [
  'colours',
  'contrast',
  'type',
  'spacing',
  'buttons',
  'fields',
  'messages',
  'dialogs',
  'cards',
  'blocks',
  'steps',
  'tabs',
  'tables',
  'confirmations',
  'grounds',
  'frame',
  'pictures',
];

function Contents() {
  return (
    <ul className="contents">
      {contents.map((id) => (
        <li key={id}>
          <a href={`#${id}`}>{id}</a>
        </li>
      ))}
    </ul>
  );
}
