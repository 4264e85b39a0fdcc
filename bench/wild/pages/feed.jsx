import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { names } from './words.ts';

function Feed() {
  const [shown, setShown] = useState(10);
  const end = useRef(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) setShown((count) => Math.min(100, count + 10));
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return (
    <main>
      <h1>Feed</h1>
      {names(700, shown).map((name) => (
        <article key={name} style={{ height: 200 }}>
          <h2>{name}</h2>
        </article>
      ))}
      <div ref={end}>{shown < 100 ? 'Loading' : 'The end'}</div>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<Feed />);
