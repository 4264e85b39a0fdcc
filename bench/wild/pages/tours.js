import { driver } from 'driver.js';
import 'driver.js/dist/driver.css';
import introJs from 'intro.js';
import 'intro.js/introjs.css';
import MicroModal from 'micromodal';
import Swal from 'sweetalert2';
import tippy from 'tippy.js';
import 'tippy.js/dist/tippy.css';
import { named } from './words.ts';

document.getElementById('root').innerHTML = `
<style>.modal{display:none}.modal.is-open{display:block}</style>
<p id="a">First part</p><p id="b">Second part</p><p id="c">Third part</p>
<button id="tour">Start the tour</button><button id="drive">Drive</button>
<button id="alert">Alert</button><button id="ask">Ask</button>
<button data-micromodal-trigger="modal-1">Modal</button>
<div class="modal" id="modal-1" aria-hidden="true"><div tabindex="-1" data-micromodal-close><div role="dialog"><p>Modal of the ${named(1080)}</p></div></div></div>
<button id="tip">Tip</button><button id="pop">Pop</button>`;
const steps = (from) =>
  ['#a', '#b', '#c'].map((element, at) => ({ element, text: `Step of the ${named(from + at)}` }));
document.getElementById('tour').onclick = () =>
  introJs()
    .setOptions({ steps: steps(1081).map(({ element, text }) => ({ element, intro: text })) })
    .start();
document.getElementById('drive').onclick = () =>
  driver({
    steps: steps(1084).map(({ element, text }) => ({ element, popover: { description: text } })),
  }).drive();
document.getElementById('alert').onclick = () => Swal.fire(`Alert of the ${named(1087)}`);
document.getElementById('ask').onclick = () =>
  Swal.fire({ title: `Question of the ${named(1088)}`, showCancelButton: true }).then(({ isConfirmed }) =>
    Swal.fire(isConfirmed ? `Yes of the ${named(1089)}` : `No of the ${named(1090)}`),
  );
MicroModal.init();
tippy('#tip', { content: `Tip of the ${named(1091)}` });
tippy('#pop', { content: `Pop of the ${named(1092)}`, trigger: 'click', interactive: true });
