import 'tabulator-tables/dist/css/tabulator.css';
import { TabulatorFull as Tabulator } from 'tabulator-tables';
import { named, names } from './words.ts';

document.getElementById('root').innerHTML = '<div id="pages"></div><div id="tall"></div>';
new Tabulator('#pages', {
  data: names(1300, 22).map((name, id) => ({ id, name })),
  pagination: true,
  paginationSize: 5,
  columns: [{ title: 'Name', field: 'name', headerFilter: 'input' }],
  rowContextMenu: [{ label: `Menu of the ${named(1330)}`, action: () => {} }],
});
new Tabulator('#tall', {
  data: names(0, 300).map((name, id) => ({ id, name })),
  height: 300,
  columns: [{ title: 'Other name', field: 'name' }],
});
