import DataTable from 'datatables.net-dt';
import 'datatables.net-dt/css/dataTables.dataTables.css';
import { names } from './words.ts';

document.getElementById('root').innerHTML =
  `<table id="example" class="display"><thead><tr><th>Name</th><th>Age</th><th>Office</th></tr></thead><tbody>${names(
    0,
    57,
  )
    .map(
      (name, at) =>
        `<tr><td>${name}</td><td>${20 + ((at * 7) % 40)}</td><td>${['Oslo', 'Rome', 'Bern'][at % 3]}</td></tr>`,
    )
    .join('')}</tbody></table>`;
new DataTable('#example');
