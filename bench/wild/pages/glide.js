import Glide from '@glidejs/glide';
import '@glidejs/glide/dist/css/glide.core.min.css';
import { names } from './words.ts';

document.getElementById('root').innerHTML =
  `<div class="glide" style="width: 400px"><div class="glide__track" data-glide-el="track"><ul class="glide__slides">${names(
    1270,
    5,
  )
    .map((name) => `<li class="glide__slide">Slide of the ${name}</li>`)
    .join(
      '',
    )}</ul></div><div data-glide-el="controls"><button data-glide-dir="&lt;">prev</button><button data-glide-dir="&gt;">next</button></div><div data-glide-el="controls[nav]">${[0, 1, 2, 3, 4].map((at) => `<button data-glide-dir="=${at}">${at}</button>`).join('')}</div></div>`;
new Glide('.glide').mount();
