import { lists, people, tabs } from './content.ts';

const byId = (id) => document.getElementById(id);

function button(place, label, act) {
  const made = document.createElement('button');
  made.textContent = label;
  made.addEventListener('click', act);
  byId(place).append(made);
  return made;
}

function mark(place, chosen) {
  for (const one of byId(place).children) one.classList.toggle('on', one === chosen);
}

function showList(at) {
  byId('list').replaceChildren(
    ...lists[at].map((headline) => Object.assign(document.createElement('li'), { textContent: headline })),
  );
  mark('pager', byId('pager').children[at]);
}

function showTab(at) {
  byId('panel').innerHTML = `<h2>${tabs[at].title}</h2><p>${tabs[at].text}</p>`;
  mark('tabs', byId('tabs').children[at]);
}

for (const at of lists.keys()) button('pager', String(at + 1), () => showList(at));
for (const [at, { title }] of tabs.entries()) button('tabs', title, () => showTab(at));
for (const { name, card } of people) {
  const place = document.createElement('span');
  place.textContent = name;
  place.addEventListener('mouseenter', () => {
    byId('card').textContent = card;
    byId('card').hidden = false;
  });
  place.addEventListener('mouseleave', () => {
    byId('card').hidden = true;
  });
  byId('names').append(place);
}
showList(0);
showTab(0);
