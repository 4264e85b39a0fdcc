import $ from './jquery-global.js';
import 'jquery-ui/dist/jquery-ui.js';
import 'jquery-ui/dist/themes/base/jquery-ui.css';
import { named, names } from './words.ts';

$('#root').html(`
<div id="accordion">${[0, 1, 2].map((at) => `<h3>Section ${at}</h3><div><p>Answer of the ${named(1040 + at)}</p></div>`).join('')}</div>
<div id="tabs"><ul><li><a href="#tabs-1">First</a></li><li><a href="/part/0">Second</a></li><li><a href="/part/1">Third</a></li></ul><div id="tabs-1">Panel of the ${named(1043)}</div></div>
<button id="opener">Dialog</button><div id="dialog" title="Title">Dialog of the ${named(1046)}</div>
<ul id="menu"><li><div>Books</div><ul><li><div>${named(1047)}</div><ul><li><div>${named(1048)}</div></li></ul></li></ul></li></ul>
<select id="select"><option>Slow</option>${names(1049, 2)
  .map((name) => `<option>${name}</option>`)
  .join('')}</select>
<p><a href="#" title="Tooltip of the ${named(1051)}">Point at me</a></p>
<button id="toggle">Toggle</button><div id="effect" style="display:none">Effect of the ${named(1052)}</div>
<div id="controls"><input type="radio" name="r" id="r1"><label for="r1">One</label><input type="radio" name="r" id="r2"><label for="r2">Two</label></div><p id="said"></p>`);
$('#accordion').accordion();
$('#tabs').tabs();
$('#dialog').dialog({ autoOpen: false, modal: true });
$('#opener').on('click', () => $('#dialog').dialog('open'));
$('#menu').menu();
$('#select').selectmenu();
$(document).tooltip();
$('#toggle').on('click', () => $('#effect').toggle('blind', {}, 500));
$('#controls input').checkboxradio();
$('#r1').on('change', () => $('#said').text(`Said of the ${named(1053)}`));
$('#r2').on('change', () => $('#said').text(`Said of the ${named(1054)}`));
