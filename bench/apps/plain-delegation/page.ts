import { passage } from '../passages.ts';

function write(place: string, subject: string): void {
  const { title, text } = passage(subject);
  const heading = document.createElement('h3');
  const body = document.createElement('p');
  heading.textContent = title;
  body.textContent = text;
  document.querySelector(place)?.replaceChildren(heading, body);
}

document.addEventListener('click', (event) => {
  const chosen = (event.target as Element).closest('[data-view]');
  if (chosen) write('#view', `view ${chosen.getAttribute('data-view')}`);
});

/** What the listener of the drawers does, out of sight of its own text. */
function choose(event: Event): void {
  switch ((event.target as HTMLElement).dataset.id) {
    case 'maps':
      write('#drawer', 'drawer maps');
      break;
    case 'coins':
      write('#drawer', 'drawer coins');
      break;
    case 'stamps':
      write('#drawer', 'drawer stamps');
      break;
    case 'shells':
      write('#drawer', 'drawer shells');
      break;
    case 'keys':
      write('#drawer', 'drawer keys');
      break;
    case 'seeds':
      write('#drawer', 'drawer seeds');
  }
}
document.querySelector('#drawers')?.addEventListener('click', (event) => choose(event));

const doors = new Map<EventTarget, string>(
  [...document.querySelectorAll('#doors > div')]
    .slice(0, 3)
    .map((door, index) => [door, `door ${index + 1}`]),
);
document.body.addEventListener('click', (event) => {
  const door = event.target && doors.get(event.target);
  if (door) write('#room', door);
});
