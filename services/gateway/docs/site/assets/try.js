/* Sends the request of a form to the installation that serves the page. */

/** Only the tab has it: nothing is stored, and it is sent in a header and nowhere else. */
const TOKEN = 'cascade-token';

function kept() {
  try {
    return sessionStorage.getItem(TOKEN) ?? '';
  } catch {
    return '';
  }
}

function keep(token) {
  try {
    sessionStorage.setItem(TOKEN, token);
  } catch {
    // Without it the token is typed on each page.
  }
}

function request(form) {
  const fields = [...form.querySelectorAll('[data-in]')].map(({ name, value, dataset }) => ({
    name,
    value: value.trim(),
    place: dataset.in,
  }));
  const path = fields
    .filter(({ place }) => place === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)), form.dataset.path);
  const query = new URLSearchParams(
    fields.filter(({ place, value }) => place === 'query' && value !== '').map(({ name, value }) => [name, value]),
  );
  const headers = { Authorization: `Bearer ${form.elements.token.value.trim()}`, Accept: '*/*' };
  for (const { name, value } of fields.filter(({ place }) => place === 'header')) {
    headers[name] = value === '' ? crypto.randomUUID() : value;
  }
  const body = form.elements.body?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return {
    address: `${path}${query.size === 0 ? '' : `?${query}`}`,
    init: { method: form.dataset.method, headers, body, cache: 'no-store', credentials: 'omit' },
  };
}

async function shown(response) {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) return JSON.stringify(await response.json(), null, 2);
  if (response.status === 204) return '';
  const { size } = await response.blob();
  return `A file: ${type}, ${size.toLocaleString('en-US')} bytes. The curl command saves it.`;
}

async function send(form) {
  const answer = form.querySelector('.try-answer');
  const button = form.querySelector('button[type=submit]');
  const { address, init } = request(form);
  keep(form.elements.token.value.trim());
  button.disabled = true;
  const status = document.createElement('p');
  const text = document.createElement('pre');
  text.tabIndex = 0;
  try {
    const response = await fetch(address, init);
    status.textContent = `${init.method} ${address}: ${response.status} ${response.statusText}`;
    text.textContent = await shown(response);
  } catch (error) {
    status.textContent = `No response: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    button.disabled = false;
  }
  answer.replaceChildren(status, ...(text.textContent === '' ? [] : [text]));
  answer.hidden = false;
}

export function prepareForms() {
  for (const form of document.querySelectorAll('form[data-try]')) {
    form.elements.token.value = kept();
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
  }
}
