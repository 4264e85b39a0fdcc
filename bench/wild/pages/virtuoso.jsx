import { createRoot } from 'react-dom/client';
import { Virtuoso } from 'react-virtuoso';
import { names } from './words.ts';

createRoot(document.getElementById('root')).render(
  <main>
    <h1>A thousand rows</h1>
    <Virtuoso
      style={{ height: 400 }}
      data={names(0, 1000)}
      itemContent={(_, name) => <div style={{ padding: 4 }}>{name}</div>}
    />
  </main>,
);
