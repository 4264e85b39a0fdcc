import { createRoot } from 'react-dom/client';
import { List } from 'react-window';
import { names } from './words.ts';

function Row({ index, style, rows }) {
  return <div style={style}>{rows[index]}</div>;
}

createRoot(document.getElementById('root')).render(
  <main>
    <h1>A thousand rows</h1>
    <List
      style={{ height: 400 }}
      rowComponent={Row}
      rowCount={1000}
      rowHeight={25}
      rowProps={{ rows: names(0, 1000) }}
    />
  </main>,
);
