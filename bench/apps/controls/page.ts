import { passage } from '../passages.ts';

function one<T extends HTMLElement>(selector: string): T {
  return document.querySelector(selector) as T;
}

function all<T extends HTMLElement>(selector: string): readonly T[] {
  return [...document.querySelectorAll<T>(selector)];
}

function write(place: string, subject: string | null): void {
  one(place).textContent = subject === null ? '' : passage(subject).text;
}

const season = one<HTMLSelectElement>('#season');
season.addEventListener('change', () => write('#season-panel', `season ${season.value}`));

for (const radio of all<HTMLInputElement>('input[name=size]')) {
  radio.addEventListener('change', () => write('#size-panel', `size ${radio.value}`));
}

const gift = one<HTMLInputElement>('#gift');
gift.addEventListener('change', () => write('#gift-panel', gift.checked ? 'gift' : null));

for (const field of all<HTMLInputElement>('input[type=text]')) {
  field.addEventListener('focus', () => write('#hint', `hint ${field.name}`));
  field.addEventListener('blur', () => write('#hint', null));
}

const slides = 5;
let slide = 0;
one('#carousel').addEventListener('keydown', (event) => {
  if (event.key === 'ArrowRight') slide = (slide + 1) % slides;
  else if (event.key === 'ArrowLeft') slide = (slide + slides - 1) % slides;
  else return;
  write('#slide', `slide ${slide + 1}`);
});

for (const like of all('.like')) {
  like.addEventListener('click', () => {
    const liked = like.getAttribute('aria-pressed') !== 'true';
    like.setAttribute('aria-pressed', String(liked));
    like.textContent = `♥ ${Number(like.dataset.likes) + (liked ? 1 : 0)}`;
  });
}
one('#colour').addEventListener('click', () => document.body.classList.toggle('dark'));

one('#disabled').addEventListener('click', () => write('#outcome', 'what nobody can reach'));
one('#invisible').addEventListener('click', () => write('#outcome', 'invisible button'));
one('#covered').addEventListener('click', () => write('#shed', 'covered button'));
