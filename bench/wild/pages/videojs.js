import videojs from 'video.js';
import 'video.js/dist/video-js.css';
import { named } from './words.ts';

document.getElementById('root').innerHTML =
  `<h1>Video of the ${named(1290)}</h1><video-js id="vid" class="video-js" controls width="320" height="200"><source src="/clip.mp4" type="video/mp4"><track kind="captions" src="/en.vtt" srclang="en" label="${named(1291)}"></video-js>`;
videojs('vid', { playbackRates: [1, 2] });
