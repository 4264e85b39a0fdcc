import $ from './jquery-global.js';
import 'bootstrap3/dist/css/bootstrap.css';
import 'bootstrap3/dist/js/bootstrap.js';
import 'bootstrap-table/dist/bootstrap-table.css';
import 'bootstrap-table/dist/bootstrap-table.js';
import 'owl.carousel';
import 'owl.carousel/dist/assets/owl.carousel.css';
import { named } from './words.ts';

$('#root').html(`<table id="table"></table><p id="chosen"></p>
<div class="owl-carousel">${[0, 1, 2, 3, 4].map((at) => `<div>Slide of the ${named(1430 + at)}</div>`).join('')}</div>`);
$('#table').bootstrapTable({
  pagination: true,
  pageSize: 5,
  pageList: [5, 10, 25],
  search: true,
  showColumns: true,
  showRefresh: true,
  detailView: true,
  detailFormatter: (_, { id }) => `Detail of the ${named(1414 + id)}`,
  columns: [
    { field: 'id', title: 'ID', sortable: true },
    { field: 'name', title: 'Name', sortable: true },
  ],
  data: Array.from({ length: 15 }, (_, at) => ({ id: at + 1, name: named(1400 + at) })),
  onClickRow: () => $('#chosen').text(`Row of the ${named(1435)}`),
});
$('.owl-carousel').owlCarousel({ items: 2, nav: true, loop: false, slideBy: 2 });
