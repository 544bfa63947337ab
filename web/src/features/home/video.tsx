import { useState } from 'react';
import { useContent } from '../../content/use-content.ts';
import picture from '../../pictures/data.svg';
import { useHydrated } from '../../site/hydrated.ts';
import { useSite } from '../../site/site.ts';
import { Photo } from '../../ui/photo.tsx';
import { Text } from '../../ui/text.tsx';
import { texts } from './words.ts';

/** The college's film, or a picture where `config.json` names none. */
export function Video() {
  const { videoUrl } = useSite().settings;
  // The settings are read in the browser; the page was built with others.
  if (useHydrated() && videoUrl) return <Player url={videoUrl} />;
  return (
    <div className="video">
      <img src={picture} alt="" width="480" height="300" loading="lazy" decoding="async" />
    </div>
  );
}

/** Loaded only when asked for: a player weighs more than this whole site. */
function Player({ url }: { url: string }) {
  const { videoPoster } = useContent();
  const [playing, setPlaying] = useState(false);
  const { online } = texts;
  return (
    <div className="video">
      {playing ? (
        <iframe
          src={url}
          title={online.video}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin"
        />
      ) : (
        <>
          {videoPoster && (
            <Photo className="poster" photo={videoPoster} sizes="(min-width: 60rem) 50vw, 100vw" />
          )}
          <button type="button" onClick={() => setPlaying(true)}>
            <span className="icon play" />
            <Text>{online.play}</Text>
          </button>
          <p>{online.playNote}</p>
        </>
      )}
    </div>
  );
}
