/* Search, the switch of colours, and a button that copies a code block. The page can be read without any of it. */
import MiniSearch from './minisearch.js';
import { createSearch } from './search.js';
import { stemmer } from './stemmer.js';
import { prepareTabs } from './tabs.js';
import { prepareForms } from './try.js';

prepareTabs();
prepareForms();

/** On a narrow screen the menu opens over the page, where one is; without this the link leads to its end. */
const toMenu = document.querySelector('.to-menu');
const menu = document.getElementById('menu');
const openMenu = (isOpen) => {
  document.documentElement.classList.toggle('menu-open', isOpen);
  toMenu.setAttribute('aria-expanded', String(isOpen));
  if (!isOpen) return;
  const current = menu.querySelector('[aria-current]');
  // Not `scrollIntoView`, which would move the page as well.
  if (current !== null) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
  (current ?? menu.querySelector('a')).focus({ preventScroll: true });
};
toMenu.setAttribute('role', 'button');
toMenu.setAttribute('aria-expanded', 'false');
toMenu.setAttribute('aria-controls', 'menu');
toMenu.addEventListener('click', (event) => {
  event.preventDefault();
  openMenu(!document.documentElement.classList.contains('menu-open'));
});
menu.addEventListener('click', (event) => {
  if (event.target.closest('a') !== null) openMenu(false);
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !document.documentElement.classList.contains('menu-open')) return;
  openMenu(false);
  toMenu.focus();
});

document.getElementById('theme').addEventListener('click', () => globalThis.toggleTheme());

for (const figure of document.querySelectorAll('figure.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  figure.append(button);
}

const input = document.getElementById('search');
const results = document.getElementById('results');
let index;

/** Loaded when somebody begins to search. */
function load() {
  index ??= fetch('/docs/search.json')
    .then((response) => response.json())
    .then((passages) => createSearch(MiniSearch, stemmer, passages));
  return index;
}

async function show() {
  const query = input.value.trim();
  if (query === '') {
    results.hidden = true;
    return;
  }
  const search = await load();
  const found = search.search(query).slice(0, 10);
  const list = document.createElement('ul');
  for (const { path, heading, page } of found) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = path;
    link.textContent = heading;
    const where = document.createElement('span');
    where.textContent = page;
    link.append(where);
    item.append(link);
    list.append(item);
  }
  const count = document.createElement('p');
  count.setAttribute('role', 'status');
  count.textContent = found.length === 0 ? `Nothing found for “${query}”.` : `${found.length} found`;
  results.replaceChildren(count, list);
  results.hidden = false;
}

input.addEventListener('focus', load);
input.addEventListener('input', show);
input.form.addEventListener('submit', async (event) => {
  event.preventDefault();
  await show();
  const first = results.querySelector('a');
  if (first !== null) location.assign(first.href);
});
input.form.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    results.hidden = true;
    input.focus();
  } else if (event.key === 'ArrowDown' && links.length > 0) {
    event.preventDefault();
    links[Math.min(at + 1, links.length - 1)].focus();
  } else if (event.key === 'ArrowUp' && at >= 0) {
    event.preventDefault();
    (at === 0 ? input : links[at - 1]).focus();
  } else if (event.key === 'Enter' && at >= 0) {
    // A link of this page only moves the page.
    results.hidden = true;
  }
});
document.addEventListener('click', (event) => {
  if (!input.form.contains(event.target) || event.target.closest('#results a')) results.hidden = true;
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select, [contenteditable]') !== null;
  if (event.key !== '/' || isTyping) return;
  event.preventDefault();
  input.focus();
});
