import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

function usePath() {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const changed = () => setPath(location.pathname);
    addEventListener('popstate', changed);
    return () => removeEventListener('popstate', changed);
  }, []);
  const go = (to) => {
    history.pushState(null, '', to);
    setPath(to);
  };
  return [path, go];
}

function useData(address) {
  const [data, setData] = useState(null);
  useEffect(() => {
    let wanted = true;
    setData(null);
    fetch(address)
      .then((answer) => answer.json())
      .then((value) => wanted && setData(value));
    return () => {
      wanted = false;
    };
  }, [address]);
  return data;
}

function Link({ to, go, children }) {
  const follow = (event) => {
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} onClick={follow}>
      {children}
    </a>
  );
}

function List({ go }) {
  const [page, setPage] = useState(1);
  const data = useData(`/api/products?page=${page}`);
  if (!data) return <p className="loading">One moment</p>;
  const numbers = Array.from({ length: data.pages }, (_, at) => at + 1);
  return (
    <section>
      <h1>All goods</h1>
      {data.items.map((item) => (
        <article key={item.id}>
          <h2>
            <Link to={`/product/${item.id}`} go={go}>
              {item.name}
            </Link>
          </h2>
          <p>{item.blurb}</p>
          <p>€ {item.price}</p>
        </article>
      ))}
      <nav>
        {numbers.map((number) => (
          <button type="button" key={number} disabled={number === page} onClick={() => setPage(number)}>
            {number}
          </button>
        ))}
        <button type="button" disabled={page === data.pages} onClick={() => setPage(page + 1)}>
          Next
        </button>
      </nav>
    </section>
  );
}

function Specs({ specs }) {
  return (
    <dl>
      {specs.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Reviews({ id }) {
  const reviews = useData(`/api/products/${id}/reviews`);
  if (!reviews) return <p className="loading">One moment</p>;
  return reviews.map(({ by, text }) => (
    <blockquote key={by}>
      <p>{text}</p>
      <footer>{by}</footer>
    </blockquote>
  ));
}

const tabs = ['Description', 'Specs', 'Reviews'];

function Detail({ id, go, add }) {
  const product = useData(`/api/products/${id}`);
  const [tab, setTab] = useState('Description');
  if (!product) return <p className="loading">One moment</p>;
  return (
    <section>
      <h1>{product.name}</h1>
      <p>€ {product.price}</p>
      <button type="button" onClick={add}>
        Add to cart
      </button>
      <div className="tabs" role="tablist">
        {tabs.map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            className={name === tab ? 'on' : ''}
            onClick={() => setTab(name)}
          >
            {name}
          </button>
        ))}
      </div>
      {tab === 'Description' && <p>{product.description}</p>}
      {tab === 'Specs' && <Specs specs={product.specs} />}
      {tab === 'Reviews' && <Reviews id={id} />}
      <Link to="/" go={go}>
        Back to all goods
      </Link>
    </section>
  );
}

function Shop() {
  const [path, go] = usePath();
  const [cart, setCart] = useState(0);
  const id = /^\/product\/(\d+)$/.exec(path)?.[1];
  return (
    <>
      <header>
        <Link to="/" go={go}>
          Harbour Road Goods
        </Link>
        <span className="badge">Cart {cart}</span>
      </header>
      {id ? <Detail key={id} id={id} go={go} add={() => setCart(cart + 1)} /> : <List go={go} />}
    </>
  );
}

createRoot(document.getElementById('root')).render(<Shop />);
