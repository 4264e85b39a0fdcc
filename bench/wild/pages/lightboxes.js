import GLightbox from 'glightbox';
import $ from './jquery-global.js';
import 'glightbox/dist/css/glightbox.css';
import lightbox from 'lightbox2';
import PhotoSwipeLightbox from 'photoswipe/lightbox';
import 'photoswipe/style.css';
import { named } from './words.ts';

const pictures = (kind, attributes) =>
  [0, 1, 2]
    .map(
      (at) =>
        `<a href="/pictures/${kind}${at}.png" ${attributes(at)}><img src="/pictures/small-${kind}${at}.png" alt="" width="60" height="60"></a>`,
    )
    .join('');
$('#root').html(`<h1>Pictures</h1>
<p id="swipe">${pictures('a', () => 'data-pswp-width="300" data-pswp-height="200"')}</p>
<p>${pictures('b', (at) => `data-lightbox="set" data-title="Title of the ${named(1100 + at)}"`)}</p>
<p>${pictures('c', (at) => `class="glightbox" data-gallery="g" data-title="Caption of the ${named(1103 + at)}"`)}</p>`);
new PhotoSwipeLightbox({ gallery: '#swipe', children: 'a', pswpModule: () => import('photoswipe') }).init();
lightbox.option({ resizeDuration: 200 });
GLightbox();
