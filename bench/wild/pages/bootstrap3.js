import $ from './jquery-global.js';
import 'bootstrap3/dist/css/bootstrap.css';
import 'bootstrap3/dist/js/bootstrap.js';
import { named, names } from './words.ts';

const three = [0, 1, 2];
$('#root').html(`
<ul class="nav nav-tabs">${three.map((at) => `<li class="${at ? '' : 'active'}"><a href="#panel${at}" data-toggle="tab">Tab ${at}</a></li>`).join('')}
  <li class="dropdown"><a href="#" data-toggle="dropdown">More</a><ul class="dropdown-menu"><li><a href="#panel3" data-toggle="tab">Last</a></li></ul></li></ul>
<div class="tab-content">${[...three, 3].map((at) => `<div class="tab-pane fade ${at ? '' : 'in active'}" id="panel${at}">Panel of the ${named(1380 + at)}</div>`).join('')}</div>
<div class="panel-group" id="groups">${three
  .map(
    (
      at,
    ) => `<div class="panel panel-default"><div class="panel-heading"><a data-toggle="collapse" data-parent="#groups" href="#group${at}">Group ${at}</a></div>
  <div id="group${at}" class="panel-collapse collapse ${at ? '' : 'in'}"><div class="panel-body">Answer of the ${named(1384 + at)}</div></div></div>`,
  )
  .join('')}</div>
<button class="btn" data-toggle="modal" data-target="#modal">Launch</button>
<div class="modal fade" id="modal" tabindex="-1"><div class="modal-dialog"><div class="modal-content">
  <div class="modal-body">Modal of the ${named(1387)} <button class="btn" data-toggle="popover" data-content="Inner of the ${named(1388)}">Within</button></div>
  <div class="modal-footer"><button data-dismiss="modal">Close</button></div></div></div></div>
<div class="btn-group"><button class="btn" data-toggle="dropdown">Action</button>
  <ul class="dropdown-menu">${names(1389, 2)
    .map((name) => `<li><a href="#">${name}</a></li>`)
    .join('')}</ul></div>
<button class="btn" data-toggle="tooltip" title="Tooltip of the ${named(1391)}">Tip</button>
<button class="btn" data-toggle="popover" data-content="Popover of the ${named(1392)}">Pop</button>
<div id="slides" class="carousel slide" data-ride="carousel">
  <div class="carousel-inner">${three.map((at) => `<div class="item ${at ? '' : 'active'}">Slide of the ${named(1393 + at)}</div>`).join('')}</div>
  <a class="left carousel-control" href="#slides" data-slide="prev">Previous</a><a class="right carousel-control" href="#slides" data-slide="next">Next</a></div>
<p id="loaded"></p><button id="load" class="btn" data-loading-text="Wait">Load</button>`);
$('[data-toggle=tooltip]').tooltip();
$('[data-toggle=popover]').popover();
$('#load').on('click', function () {
  const button = $(this).button('loading');
  setTimeout(() => {
    button.button('reset');
    $('#loaded').text(`Loaded of the ${named(1396)}`);
  }, 800);
});
