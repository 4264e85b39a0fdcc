import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { keys, perPage, rows, rowsOf } from './table-rows.ts';

function Table() {
  const [key, setKey] = useState(null);
  const [page, setPage] = useState(0);
  const sort = (by) => {
    setKey(by);
    setPage(0);
  };
  const pages = Array.from({ length: rows.length / perPage }, (_, at) => at);
  return (
    <>
      <table>
        <thead>
          <tr>
            {keys.map((by) => (
              <th key={by}>
                {by}
                <button type="button" onClick={() => sort(by)}>
                  <i />
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(key, page).map(({ name, city, year }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{city}</td>
              <td>{year}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        {pages.map((number) => (
          <button type="button" key={number} onClick={() => setPage(number)}>
            <i />
          </button>
        ))}
      </footer>
    </>
  );
}

createRoot(document.querySelector('main')).render(<Table />);
