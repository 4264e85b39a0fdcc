import fullpage from 'fullpage.js';
import 'fullpage.js/dist/fullpage.css';
import { names } from './words.ts';

document.getElementById('root').innerHTML = names(1280, 4)
  .map((name, at) =>
    at === 1
      ? `<div class="section">${names(1284, 3)
          .map((slide) => `<div class="slide">Slide of the ${slide}</div>`)
          .join('')}</div>`
      : `<div class="section">Section of the ${name}</div>`,
  )
  .join('');
new fullpage('#root', {
  licenseKey: 'gplv3-license',
  navigation: true,
  anchors: ['one', 'two', 'three', 'four'],
});
