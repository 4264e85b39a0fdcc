import { passage } from '../passages.ts';

/** What moves on a page for reasons that have nothing to do with its content. */

/** The time, each second. */
export function clock(place: Element): void {
  const show = () => {
    place.textContent = `It is ${new Date().toLocaleTimeString()}.`;
  };
  show();
  setInterval(show, 1000);
}

/** A figure that is asked for each second. */
export function poll(place: Element): void {
  const ask = async () => {
    place.textContent = `${await (await fetch('/api/readers')).text()} people are reading this.`;
  };
  void ask();
  setInterval(ask, 1000);
}

/** The last three prices that a socket brought. */
export function ticker(place: Element): void {
  const last: string[] = [];
  const socket = new WebSocket(`ws://${location.host}/feed`);
  socket.addEventListener('message', (event) => {
    const { name, price } = JSON.parse(event.data) as { name: string; price: string };
    last.unshift(`${name} ${price}`);
    last.length = Math.min(last.length, 3);
    place.textContent = last.join(' · ');
  });
}

/** Movement without end, by frames; that of the style sheet comes on top. */
export function animate(place: HTMLElement): void {
  place.classList.add('turning');
  const step = (time: number) => {
    place.style.transform = `translateX(${Math.round(50 + 50 * Math.sin(time / 300))}px)`;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const advertisements = [1, 2, 3, 4, 5].map((number) => passage(`advertisement ${number}`).lead);

/** One of five advertisements, another one on every load and after every click. */
export function advertise(place: Element): void {
  let shown = Math.floor(Math.random() * advertisements.length);
  const show = () => {
    place.textContent = `Advertisement: ${advertisements[shown]}`;
  };
  show();
  document.addEventListener('click', () => {
    shown = (shown + 1 + Math.floor(Math.random() * (advertisements.length - 1))) % advertisements.length;
    show();
  });
}

/** Two notes that stand in the order in which they happen to come. */
export function morningNotes(place: Element, write: (place: Element, text: string) => void): void {
  for (const name of ['weather', 'tides']) {
    void fetch(`/api/${name}`)
      .then((answer) => answer.text())
      .then((text) => write(place, text));
  }
}
