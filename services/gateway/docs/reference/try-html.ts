import { escapeHtml } from '../../../../core/interpolate.ts';
import { API_PREFIX } from '../../http/dispatch.ts';
import { parametersOf, type ApiDocument, type ApiParameter, type Endpoint } from './document.ts';

/**
 * A form that sends the operation to the installation that serves the page. It is hidden until its script runs
 * (`assets/try.js`). The script keeps the token in the memory of the tab and sends it in a header, never in an address.
 */
export function tryHtml(document: ApiDocument, endpoint: Endpoint): string {
  const { method, path, operation } = endpoint;
  const parameters = parametersOf(document, operation);
  const isShown = ({ name, in: place }: ApiParameter) => place !== 'header' || name === 'Idempotency-Key';
  const body = operation.requestBody?.content['application/json'];
  const fields = parameters.filter(isShown).map((parameter) => fieldOf(parameter));
  const change = method === 'GET' ? '' : ' It is carried out.';
  return `<form class="try" data-try data-method="${method}" data-path="${API_PREFIX}${escapeHtml(path)}" autocomplete="off" hidden>
<h3 id="${operation.operationId}-try">Try it</h3>
<p>Sends the request to this installation, with your token.${change} The token stays in this tab until you close it.</p>
<label>Token <input name="token" type="password" autocomplete="off" spellcheck="false" required></label>
${fields.join('\n')}
${body === undefined ? '' : `<label>Body <textarea name="body" rows="10" spellcheck="false">${escapeHtml(JSON.stringify(body.example, null, 2))}</textarea></label>`}
<button type="submit">Send <span class="method ${method.toLowerCase()}">${method}</span></button>
<div class="try-answer" role="status" hidden></div>
</form>`;
}

function fieldOf({ name, in: place, required, schema, example }: ApiParameter): string {
  const isKey = name === 'Idempotency-Key';
  const value = place === 'path' && example !== undefined ? ` placeholder="${escapeHtml(String(example))}"` : '';
  const type = schema.type === 'integer' ? ' inputmode="numeric"' : '';
  const needed = required && !isKey ? ' required' : '';
  const key = isKey ? ' placeholder="a new one for each request"' : value;
  return `<label>${escapeHtml(name)} <input name="${escapeHtml(name)}" data-in="${place}"${type}${key}${needed} spellcheck="false"></label>`;
}
