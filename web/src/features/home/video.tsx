import { useState } from 'react';
import { useSite } from '../../site/site.ts';
import { texts } from './words.ts';

/** The video, loaded only when asked for: a player weighs more than this whole site. */
export function Video() {
  const { settings } = useSite();
  const [playing, setPlaying] = useState(false);
  const { online } = texts;
  return (
    <div className="video">
      {playing ? (
        <iframe
          src={settings.videoUrl}
          title={online.video}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin"
        />
      ) : (
        <>
          <button type="button" onClick={() => setPlaying(true)}>
            <span className="icon play" />
            {online.play}
          </button>
          <p>{online.playNote}</p>
        </>
      )}
    </div>
  );
}
