import $ from './jquery-global.js';
import 'choices.js/public/assets/styles/choices.css';
import Choices from 'choices.js';
import select2 from 'select2';
import 'select2/dist/css/select2.css';
import TomSelect from 'tom-select';
import 'tom-select/dist/css/tom-select.css';
import { names } from './words.ts';

const options = (from) =>
  names(from, 3)
    .map((name) => `<option value="${name}">${name}</option>`)
    .join('');
$('#root').html(`<h1>Pickers</h1>
<p><select id="one"><option value="">Choose</option>${options(1060)}</select></p>
<p><select id="two"><option value="">Choose</option>${options(1063)}</select></p>
<p><select id="three"><option value="">Choose</option>${options(1066)}</select></p>
<p><select id="four" style="width: 200px"></select></p><p id="said"></p>`);
if (typeof select2 === 'function') select2(window, $);
$('#one').select2();
new Choices('#two');
new TomSelect('#three');
$('#four').select2({
  placeholder: 'From the server',
  ajax: { url: '/found', processResults: (results) => ({ results }) },
});
$('#one').on('change', () => $('#said').text(`Details of the ${$('#one').val()}`));
