import { Application, Controller } from '@hotwired/stimulus';
import '@hotwired/turbo';
import { named, names } from './words.ts';

document.getElementById('root').innerHTML = `
<nav><a href="/page/1">Page one</a> <a href="/page/2">Page two</a></nav>
<turbo-frame id="messages"><p>Frame of the ${named(1120)}</p><a href="/frame/1">Next message</a></turbo-frame>
<turbo-frame id="lazy" src="/lazy" loading="lazy"><p>Waiting</p></turbo-frame>
<div data-controller="slides"><button data-action="slides#next">Next slide</button><p data-slides-target="slide"></p></div>
<div data-controller="hello"><input data-hello-target="name" type="text"><button data-action="click->hello#greet">Greet</button><span data-hello-target="output"></span></div>`;

const application = Application.start();
application.register(
  'slides',
  class extends Controller {
    static targets = ['slide'];
    connect() {
      this.at = 0;
      this.show();
    }
    next() {
      this.at = (this.at + 1) % 3;
      this.show();
    }
    show() {
      this.slideTarget.textContent = `Slide of the ${names(1126, 3)[this.at]}`;
    }
  },
);
application.register(
  'hello',
  class extends Controller {
    static targets = ['name', 'output'];
    greet() {
      this.outputTarget.textContent = `Greeting of the ${named(1129)}, ${this.nameTarget.value}`;
    }
  },
);
